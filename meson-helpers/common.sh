# shellcheck shell=bash
# What the commands in this folder share. Sourced, never run.

set -euo pipefail

# A closed standard input would let the next file that is opened become descriptor 0.
if ! { : <&0; } 2>/dev/null; then
    exec </dev/null
fi

project_folder=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
helpers_folder=$project_folder/meson-helpers

minimum_swift=6.1
minimum_gtk=4.8

say() {
    printf '%s\n' "$*" >&2
}

die() {
    say "${0##*/}: $*"
    exit 1
}

# True when version $1 is at least version $2.
version_at_least() {
    [ "$(printf '%s\n%s\n' "$1" "$2" | sort --version-sort | head -n 1)" = "$2" ]
}

# Puts a Swift that is new enough in PATH, or stops with the reason.
require_swift() {
    local folder version
    if ! command -v swift >/dev/null; then
        for folder in "${SWIFTLY_BIN_DIR:-}" "${HOME:-/root}/.local/share/swiftly/bin" \
            "${HOME:-/root}/.swiftly/bin" /opt/swift/usr/bin /usr/share/swift/usr/bin \
            /usr/libexec/swift/bin; do
            if [ -n "$folder" ] && [ -x "$folder/swift" ]; then
                PATH=$PATH:$folder
                break
            fi
        done
    fi
    command -v swift >/dev/null \
        || die "Swift was not found. Install Swift $minimum_swift or newer from" \
            "https://www.swift.org/install/linux/ and put it in PATH."
    version=$(swift --version 2>/dev/null </dev/null \
        | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1 || true)
    [ -n "$version" ] \
        || die "$(command -v swift) does not tell its version; is the toolchain complete?" \
            "Try: swift --version"
    version_at_least "$version" "$minimum_swift" \
        || die "Swift $version is too old: Hawk Notes needs Swift $minimum_swift or newer," \
            "see https://www.swift.org/install/linux/"
}

# Stops with the reason unless the libraries that the program links against can be found.
require_libraries() {
    command -v pkg-config >/dev/null || die "pkg-config was not found: install it."
    pkg-config --exists gtk4 \
        || die "the development files of GTK 4 were not found (pkg-config gtk4)."
    pkg-config --atleast-version="$minimum_gtk" gtk4 \
        || die "GTK $(pkg-config --modversion gtk4) is too old: Hawk Notes needs" \
            "GTK $minimum_gtk or newer (Debian 12, Ubuntu 23.04, Fedora 37)."
    pkg-config --exists sqlite3 \
        || die "the development files of SQLite were not found (pkg-config sqlite3)."
}

# Makes the machine ready for `run`, `test`, `ci` or `bench`, or stops with the reason.
prepare_machine() {
    "$helpers_folder/install-dependencies" "$@"
    require_swift
    require_libraries
}

# Compiles the settings schema of the source tree, so that the program runs without being installed.
use_schema_of_source_tree() {
    local folder=$project_folder/.build/schemas
    mkdir -p -- "$folder"
    glib-compile-schemas --strict --targetdir="$folder" "$project_folder/data"
    export GSETTINGS_SCHEMA_DIR=$folder
}

# Compiles the translations of the source tree, for a program that runs without being installed.
compile_translations() {
    "$helpers_folder/translations" --compile "$project_folder/.build/locale" \
        || say "The translations could not be compiled: the program speaks English."
}

# Builds the libraries that show web pages, and that read archives, XML and tables of an import, beside the
# program: nothing is linked against them, so that building the program does not. Where one cannot be built,
# the program runs without it.
build_libraries() {
    notice_webkit "$(products_folder "$1")"
    swift build --package-path "$project_folder" --configuration "$1" --product HawkNotesWebPage \
        || say "The library for web pages could not be built: they will open in the browser."
    swift build --package-path "$project_folder" --configuration "$1" --product HawkNotesImport \
        || say "The library for imports could not be built: some formats cannot be imported."
}

# Says so when WebKitGTK is missing, which one can do without. The sources in C leave out what needs it, and
# nothing else has them compiled anew in the folder of products $1 when it has come or gone. The libraries
# for imports are looked up when the program runs.
notice_webkit() {
    local flags found=
    read -ra flags <<<"$(pkg-config --cflags webkitgtk-6.0 2>/dev/null)"
    if cc "${flags[@]}" -E -x c - <<<"#include <webkit/webkit.h>" >/dev/null 2>&1; then
        found=webkitgtk-6.0
    else
        say "libwebkitgtk-6.0-dev was not found: web pages will open in the browser."
    fi
    if [ "$(cat -- "$1/optional-libraries" 2>/dev/null)" != "$found" ]; then
        rm -rf -- "$1/HawkNotesWebPage.build"
        mkdir -p -- "$1"
        printf '%s\n' "$found" >"$1/optional-libraries"
    fi
}

# Sets `release_build` to the command that builds, in scratch folder $1, what is released: with the Swift
# runtime inside, so that it runs where no Swift is installed, and without what nothing calls. Where and
# when it was built is not told: it would be another program each time.
prepare_release_build() {
    # shellcheck disable=SC2034  # for whoever calls this
    release_build=(swift build --package-path "$project_folder" --scratch-path "$1"
        --configuration release --static-swift-stdlib --disable-local-rpath
        -Xswiftc -Osize -Xswiftc -Xfrontend -Xswiftc -function-sections
        -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs
        -Xswiftc -file-prefix-map -Xswiftc "$1=build" -Xcc "-ffile-prefix-map=$1=build"
        -Xswiftc -file-prefix-map -Xswiftc "$project_folder=."
        -Xcc "-ffile-prefix-map=$project_folder=.")
}

# Prints the folder of what the toolchain links into programs that carry the Swift runtime with them.
static_resources() {
    swiftc -print-target-info -static-stdlib \
        | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p'
}

# Makes the part of ICU's data that the program needs, in folder $1, and sets `icu_link_flags` to what
# puts it into the place of all. Fails, having said why, where that cannot be done.
trim_icu_data() {
    local resources
    icu_link_flags=()
    icu_symbol=
    resources=$(static_resources) || return
    read -r icu_symbol icu_object \
        < <("$helpers_folder/icu.d/trim" "$resources/linux/lib_FoundationICU.a" "$1") || return
    # shellcheck disable=SC2034  # for whoever calls this
    icu_link_flags=(-Xlinker "--wrap=$icu_symbol" -Xlinker "$icu_object")
}

# True when program $1 was linked with what `trim_icu_data` has made, and not with all of the data.
has_trimmed_icu_data() {
    local symbols
    symbols=$(nm --defined-only -- "$1" | sed 's/.* //') || return
    grep --quiet --line-regexp "__wrap_$icu_symbol" <<<"$symbols" \
        && ! grep --quiet --line-regexp "$icu_symbol" <<<"$symbols"
}

# The folder of the built products; $1 is `debug` or `release`.
products_folder() {
    swift build --package-path "$project_folder" --configuration "$1" --show-bin-path
}

# Builds the Debian package of the tree as it is, and prints its path.
built_package() {
    "$helpers_folder/package.d/build-deb" >&2 || return
    find "$project_folder/build/packages" -name 'hawk-notes_*.deb'
}

session_folder=
session_processes=()

# Starts a session that nothing outside sees: a display with a window manager, a bus, folders of its
# own. $1 is the size of the screen. The caller traps EXIT with `stop_private_session`.
start_private_session() {
    local size=$1
    session_folder=$(mktemp -d "${TMPDIR:-/tmp}/hawk-notes.XXXXXX")
    mkdir -m 0700 -- "$session_folder"/{runtime,config,data,state,cache}
    # HOME stays: toolchain managers such as swiftly find their toolchain by it.
    export XDG_RUNTIME_DIR=$session_folder/runtime XDG_CONFIG_HOME=$session_folder/config \
        XDG_DATA_HOME=$session_folder/data XDG_STATE_HOME=$session_folder/state \
        XDG_CACHE_HOME=$session_folder/cache
    export GSETTINGS_BACKEND=memory GDK_BACKEND=x11 LC_ALL=C.UTF-8
    unset LANGUAGE WAYLAND_DISPLAY DISPLAY DBUS_SESSION_BUS_ADDRESS DBUS_STARTER_ADDRESS AT_SPI_BUS_ADDRESS

    # Made first, because a process in the background may open them later than they are looked at.
    : >"$session_folder/display"
    : >"$session_folder/bus"
    Xvfb -displayfd 3 -screen 0 "${size}x24" -nolisten tcp -noreset \
        3>"$session_folder/display" >"$session_folder/xvfb.log" 2>&1 &
    session_processes+=("$!")
    wait_for_line "$session_folder/display" "$!" Xvfb "$session_folder/xvfb.log"
    DISPLAY=:$(cat -- "$session_folder/display")
    export DISPLAY

    dbus-daemon --session --nofork --nopidfile --print-address=3 \
        3>"$session_folder/bus" >"$session_folder/dbus.log" 2>&1 &
    session_processes+=("$!")
    wait_for_line "$session_folder/bus" "$!" dbus-daemon "$session_folder/dbus.log"
    DBUS_SESSION_BUS_ADDRESS=$(cat -- "$session_folder/bus")
    export DBUS_SESSION_BUS_ADDRESS

    openbox --sm-disable >"$session_folder/openbox.log" 2>&1 &
    session_processes+=("$!")
    local try
    for try in {1..100}; do
        if xprop -root _NET_SUPPORTING_WM_CHECK 2>/dev/null | grep -q 'window id'; then
            return
        fi
        sleep 0.05
    done
    die "openbox did not start within ${try} looks: $(cat -- "$session_folder/openbox.log")"
}

# Ends what `start_private_session` started, and removes its folder.
stop_private_session() {
    local index
    for ((index = ${#session_processes[@]} - 1; index >= 0; index--)); do
        kill -- "${session_processes[index]}" 2>/dev/null || true
        wait "${session_processes[index]}" 2>/dev/null || true
    done
    session_processes=()
    if [ -n "$session_folder" ]; then
        # What the bus had started needs a moment to notice that its bus is gone.
        rm -rf -- "$session_folder" 2>/dev/null || { sleep 1; rm -rf -- "$session_folder"; } || true
        session_folder=
    fi
}

# Waits until file $1 holds a whole line; stops when process $2, named $3, ends or stays silent.
wait_for_line() {
    local file=$1 process=$2 name=$3 log=$4 try
    for try in {1..400}; do
        if [ "$(wc -l <"$file")" -gt 0 ]; then
            return
        fi
        kill -0 "$process" 2>/dev/null || die "$name ended at once: $(cat -- "$log")"
        sleep 0.05
    done
    die "$name said nothing in $try looks: $(cat -- "$log")"
}
