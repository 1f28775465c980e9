return {
    ["bookmarks"] = {
        [1] = { ["chapter"] = "Eins", ["datetime"] = "2020-01-02 10:00:00", ["highlighted"] = true, ["notes"] = "Heute beginne ich", ["page"] = "/body", ["text"] = "Warum heute?", },
        [2] = { ["datetime"] = "2020-01-02 11:00:00", ["highlighted"] = true, ["notes"] = "Es gibt keinen Weg", ["text"] = "Page 14 Es gibt keinen Weg @ 2020-01-02 11:00:00", },
        [3] = { ["datetime"] = "2020-01-02 12:00:00", ["notes"] = "in Zwei", ["text"] = "Page 15 in Zwei @ 2020-01-02 12:00:00", },
        [4] = { ["datetime"] = "2020-01-02 13:00:00", ["highlighted"] = true, ["notes"] = "Ohne Markierung", ["text"] = "Eigenes", },
    },
    ["highlight"] = {
        [14] = { [1] = { ["datetime"] = "2020-01-02 11:00:00", ["drawer"] = "lighten", ["pos0"] = "a", ["text"] = "Es gibt keinen Weg", }, },
        [3] = { [1] = { ["datetime"] = "2020-01-02 10:00:00", ["drawer"] = "lighten", ["pos0"] = "b", ["text"] = "Heute beginne ich", }, },
    },
    ["stats"] = { ["authors"] = "Marlen Haushofer", ["title"] = "", },
}
