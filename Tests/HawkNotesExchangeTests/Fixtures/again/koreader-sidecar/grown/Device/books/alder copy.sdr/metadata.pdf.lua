-- /mnt/books/alder copy.pdf
return {
    ["annotations"] = {
        [1] = {
            ["datetime"] = "2025-01-10 12:00:00",
            ["drawer"] = "lighten",
            ["color"] = "yellow",
            ["chapter"] = "Root",
            ["page"] = "/body/DocFragment[1]/body/p[1]/text().0",
            ["pageno"] = 3,
            ["pos0"] = "/body/DocFragment[1]/body/p[1]/text().0",
            ["text"] = "A second copy, for the train.",
        },
    },
    ["doc_path"] = "/mnt/books/alder copy.pdf",
    ["doc_props"] = {
        ["authors"] = "Vik, Hanne",
        ["language"] = "en",
        ["title"] = "Under the alder",
    },
    ["summary"] = { ["status"] = "reading", },
}
