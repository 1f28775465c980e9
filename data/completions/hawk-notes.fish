# Completion of hawk-notes for fish; belongs in share/fish/vendor_completions.d.

complete -c hawk-notes -s w -l new-window -d 'Open a new window'
complete -c hawk-notes -s p -l private -d 'Open a private window'
complete -c hawk-notes -s n -l new-note -d 'Write a note on the last used page'
complete -c hawk-notes -s s -l search -x -d 'Search the library'
complete -c hawk-notes -l workspace -x -d 'Open a window group'
complete -c hawk-notes -l fresh -d 'Open without restoring windows'
complete -c hawk-notes -s l -l list-windows -d 'Print the titles of the open windows'
complete -c hawk-notes -l quit -d 'Save everything and quit the running program'
complete -c hawk-notes -l after-login -d 'Open in the background, if it was open when the last session ended'
complete -c hawk-notes -s v -l version -d 'Print the version'
complete -c hawk-notes -s h -l help -d 'Print the options'
