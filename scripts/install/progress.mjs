// Shows the progress of an installation: on a terminal in one changing line, otherwise in a line every few seconds.
const TERMINAL_MS = 100;
const FILE_MS = 5_000;
const MEGABYTE = 1_000_000;

/** @param {string} packageManager such as pnpm@12.21.0 */
export function reportFetchingPnpm(packageManager) {
	const startedAt = Date.now();
	const show = display(
		() =>
			`  ${packageManager}: ${Math.round((Date.now() - startedAt) / 1000)} s`,
	);
	return {
		line() {},
		end: (isDone) => show.end(isDone && `  ${packageManager}`),
	};
}

/** Reads the events that pnpm writes with --reporter=ndjson. */
export function reportPackages() {
	const packages = { resolved: 0, imported: 0 };
	const sizes = new Map();
	const bytes = new Map();
	const text = () => {
		const fetched = [...bytes.values()].reduce((sum, size) => sum + size, 0);
		return `  packages: ${packages.imported} of ${packages.resolved}, ${Math.round(fetched / MEGABYTE)} MB fetched`;
	};
	const show = display(text);
	return {
		line(line) {
			const { name, status, packageId, size, downloaded } = parse(line);
			if (name === "pnpm:progress") {
				if (status in packages) packages[status]++;
				if (status === "fetched")
					bytes.set(packageId, sizes.get(packageId) ?? 0);
			} else if (name === "pnpm:fetching-progress") {
				if (size) sizes.set(packageId, size);
				if (downloaded) bytes.set(packageId, downloaded);
			}
		},
		end: (isDone) => show.end(isDone && text()),
	};
}

function display(text) {
	const isTerminal = process.stdout.isTTY;
	const timer = setInterval(
		() => write(text(), isTerminal),
		isTerminal ? TERMINAL_MS : FILE_MS,
	);
	if (isTerminal) write(text(), true);
	return {
		end(last) {
			clearInterval(timer);
			if (last) write(last, isTerminal);
			if (isTerminal) process.stdout.write("\n");
		},
	};
}

/** A line on a terminal replaces the one before. */
function write(line, isTerminal) {
	process.stdout.write(isTerminal ? `\r\x1b[2K${line}` : `${line}\n`);
}

function parse(line) {
	try {
		return JSON.parse(line);
	} catch {
		return {};
	}
}
