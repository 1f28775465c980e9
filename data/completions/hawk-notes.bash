# Completion of hawk-notes for bash; belongs in share/bash-completion/completions as "hawk-notes".

_hawk_notes() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    # bash takes "--workspace=" apart at the sign.
    if [ "$current" = = ]; then
        current=
    elif [ "$previous" = = ]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $previous in
        -s | --search | --workspace) return ;;
    esac
    case $current in
        -*)
            mapfile -t COMPREPLY < <(compgen -W "--new-window --private --new-note --search=
                --workspace= --fresh --list-windows --quit --after-login --version --help" -- "$current")
            [[ ${COMPREPLY[*]} != *= ]] || compopt -o nospace
            ;;
        *)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            ;;
    esac
}

complete -F _hawk_notes hawk-notes
