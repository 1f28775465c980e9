# Reads what `swift test` printed; prints "passed failed skipped", and names what did not pass on
# standard error.
#
# Tests are counted by the lines that begin and end them, because the "Executed N tests, with M failures"
# line counts failed assertions, several of which can belong to one test, and is missing after a crash.
# It is read as a cross-check only. Lines are not anchored: a test may have printed something before.

{ sub(/\r$/, "") }

match($0, /Test Case '[^']*' started/) {
    running = name_in($0)
    reason = ""
    next
}

running != "" && reason == "" && match($0, /: error: .*/) {
    reason = substr($0, RSTART + 1, 300)
}

match($0, /Test Case '[^']*' (passed|failed|skipped) \(/) {
    outcome = substr($0, RSTART, RLENGTH)
    sub(/^.*' /, "", outcome)
    sub(/ \($/, "", outcome)
    count[outcome]++
    if (outcome == "failed") complain("failed: " name_in($0) reason)
    running = ""
    next
}

/Test Suite '(All tests|Selected tests)' (passed|failed) at/ { in_total = 1; next }

in_total && match($0, /Executed [0-9]+ tests?/) {
    split(substr($0, RSTART, RLENGTH), words, " ")
    executed = words[2]
    seen_total = 1
    unexpected = 0
    if (match($0, /[0-9]+ failures?/)) unexpected = substr($0, RSTART) + 0
    in_total = 0
}

END {
    passed = count["passed"] + 0
    failed = count["failed"] + 0
    skipped = count["skipped"] + 0
    if (running != "") {
        complain("the test process ended within: " running)
        failed++
    } else if (!seen_total) {
        complain("the test process ended before it had run all tests")
        failed++
    } else if (executed != passed + failed + skipped) {
        complain("the summary speaks of " executed " tests, but " passed + failed + skipped \
            " were seen to end")
        failed++
    } else if (unexpected > 0 && failed == 0) {
        complain("the summary speaks of failures outside of any test")
        failed++
    }
    print passed, failed, skipped
}

function name_in(line) {
    match(line, /Test Case '[^']*'/)
    return substr(line, RSTART + 11, RLENGTH - 12)
}

function complain(text) {
    print "xctest: " text > "/dev/stderr"
}
