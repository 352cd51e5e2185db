import type { DestinationStream } from "pino";

// A write costs as much as fifty lines: a batch has up to this many characters, or the lines of one delay.
const CHARACTERS_MAX = 32 * 1024;
const DELAY_MS = 200;

/** Writes lines in batches, within a fifth of a second. */
export interface LineCollector extends DestinationStream {
	/** Writes the remaining lines; call it before the destination ends. */
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
		const batch = lines;
		lines = "";
		destination.write(batch);
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
