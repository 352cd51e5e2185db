import type { DestinationStream } from "pino";

// A write costs as much as fifty lines: so many go together, or as few as come within the delay.
const CHARACTERS_MAX = 32 * 1024;
const DELAY_MS = 200;

/** Takes lines and hands them on together, within a fifth of a second. */
export interface LineCollector extends DestinationStream {
	/** Hands on what is there: before the destination ends. */
	flush(): void;
}

export function collectLines(destination: {
	write(lines: string): unknown;
}): LineCollector {
	let lines = "";
	let timer: NodeJS.Timeout | undefined;
	const flush = () => {
		clearTimeout(timer);
		timer = undefined;
		if (lines === "") return;
		const full = lines;
		lines = "";
		destination.write(full);
	};
	return {
		write(line) {
			lines += line;
			if (lines.length >= CHARACTERS_MAX) flush();
			else timer ??= setTimeout(flush, DELAY_MS);
		},
		flush,
	};
}
