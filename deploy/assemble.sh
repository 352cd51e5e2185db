#!/bin/sh
# Assembles one app in a folder, ready to run: its sources, those of the workspace packages it imports, production
# dependencies as locked, and the pinned Node. The image is this folder and nothing else (Dockerfile), so what runs
# from the folder runs in a container.
#
#   deploy/assemble.sh gateway /tmp/gateway
#   cd /tmp/gateway/apps/gateway && /tmp/gateway/node src/main.ts
#
# pnpm deploy would put the workspace packages under node_modules, where Node does not strip types.
set -eu

app=$1
out=$2
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"
[ -d "apps/$app" ] || { echo "There is no app $app." >&2; exit 2; }
[ ! -e "$out" ] || { echo "$out exists already." >&2; exit 2; }

TURBO_TELEMETRY_DISABLED=1 node_modules/.bin/turbo prune "@supportdesk/$app" --docker --production \
	--out-dir "$work" >"$work.log" 2>&1 || { cat "$work.log" >&2; exit 1; }
rm -f "$work.log"

mkdir -p "$out"
cp -R "$work/json/." "$work/full/." "$out/"
cp "$work/pnpm-lock.yaml" "$work/pnpm-workspace.yaml" "$out/"

cd "$out"
pnpm=$("$root/node_modules/.bin/node" -p 'require("./package.json").packageManager')
CI=1 npx --yes "$pnpm" install --prod --frozen-lockfile --reporter=append-only >"$work.log" 2>&1 ||
	{ cat "$work.log" >&2; exit 1; }
rm -f "$work.log"

ln -s node_modules/.bin/node node
./node "$root/scripts/install/remove-unneeded.mjs" "$out"
find apps packages -name node_modules -prune -o \( -name '*.test.ts' -o -type d -name tests \) -print |
	while read -r path; do rm -rf "$path"; done

# The gateway serves the console, of which it needs the built files alone.
if [ "$app" = gateway ]; then
	TURBO_TELEMETRY_DISABLED=1 "$root/node_modules/.bin/turbo" prune @supportdesk/console --docker --production \
		--cwd "$root" --out-dir "$work/console" >"$work.log" 2>&1 || { cat "$work.log" >&2; exit 1; }
	console=$work/console/full
	cp -R "$work/console/json/." "$console/"
	cp "$work/console/pnpm-lock.yaml" "$work/console/pnpm-workspace.yaml" \
		"$root/tsconfig.json" "$console/"
	(cd "$console" && CI=1 npx --yes "$pnpm" install --prod --frozen-lockfile --reporter=append-only) >"$work.log" 2>&1 ||
		{ cat "$work.log" >&2; exit 1; }
	rm -f "$work.log"
	./node "$console/apps/console/scripts/build.ts"
	mkdir -p apps/console
	cp -R "$console/apps/console/dist" apps/console/dist
fi

# The image includes the sentence encoders, so that containers need no network; without them (FETCH_MODEL=0) a smaller one
# is used.
if [ "$app" = ai ] && [ "${FETCH_MODEL:-1}" = 1 ]; then
	SUPPORTDESK_MODELS="$out/models" ./node apps/ai/src/fetch-model.ts
fi
