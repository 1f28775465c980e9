-- /mnt/books/Tin Weather.epub
return {
    ["bookmarks"] = {
        [1] = { ["chapter"] = "Hail", ["datetime"] = "2023-05-01 08:30:00", ["highlighted"] = true,
            ["notes"] = "Rust is slow weather.", ["page"] = "/body/DocFragment[2]/body/p[8]/text().0",
            ["pos0"] = "/body/DocFragment[2]/body/p[8]/text().0", ["text"] = "Page 12 A page @ 2023-05-01 08:30:00", },
        [2] = { ["chapter"] = "Hail", ["datetime"] = "2023-05-01 08:00:00", ["highlighted"] = true,
            ["notes"] = "The roof spoke first.", ["page"] = "/body/DocFragment[2]/body/p[2]/text().0",
            ["pos0"] = "/body/DocFragment[2]/body/p[2]/text().0", ["text"] = "Page 12 A page @ 2023-05-01 08:00:00", },
    },
    ["doc_props"] = { ["authors"] = "Ines Faro", ["title"] = "Tin Weather", },
    ["highlight"] = {
        [12] = {
            [1] = { ["chapter"] = "Hail", ["datetime"] = "2023-05-01 08:00:00", ["drawer"] = "lighten",
                ["pos0"] = "/body/DocFragment[2]/body/p[2]/text().0", ["text"] = "The roof spoke first.", },
            [2] = { ["chapter"] = "Hail", ["datetime"] = "2023-05-01 08:30:00", ["drawer"] = "lighten",
                ["pos0"] = "/body/DocFragment[2]/body/p[8]/text().0", ["text"] = "Rust is slow weather.", },
        },
    },
}
