return { ["a"] = (function() return 1 end)() }
