-- we can read Lua syntax here!
return {
    ["annotations"] = {
        [1] = {
            ["chapter"] = "Act One",
            ["color"] = "yellow",
            ["datetime"] = "2024-12-30 14:46:33",
            ["datetime_updated"] = "2024-12-31 10:00:00",
            ["drawer"] = "lighten",
            ["note"] = "The Prince\
of \"Death\"",
            ["page"] = "/body/DocFragment[3]/body/p[1]/text().0",
            ["pageno"] = 12,
            ["pos0"] = "/body/DocFragment[3]/body/p[1]/text().0",
            ["text"] = "In the myriadic year of our Lord\195\169",
        },
        [2] = {
            ["datetime"] = "2024-12-30 15:00:00",
            ["page"] = "/body/DocFragment[4]",
            ["pageno"] = 20,
            ["text"] = "in Act One",
        },
        [3] = {
            ["datetime"] = "some day",
            ["drawer"] = "underscore",
            ["page"] = 21,
            ["pageref"] = "xii",
            ["text"] = [[long
brackets]],
        },
    },
    ["doc_pages"] = 448,
    ["doc_props"] = {
        ["authors"] = "Tamsyn Muir\
Somebody Else",
        ["language"] = "en",
        ["series"] = "The Locked Tomb",
        ["series_index"] = 1,
        ["title"] = "Gideon the Ninth",
    },
    ["percent_finished"] = 0.5,
    ["summary"] = { ["status"] = "reading", },
    ["x"] = -1.5e3, y = nil, [-1] = true;
}
