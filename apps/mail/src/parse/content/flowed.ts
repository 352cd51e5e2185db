const QUOTE = /^>*/;

/**
 * Joins the lines of a `format=flowed` text (RFC 3676): a line that ends in a space continues on the next one of the same
 * quote depth. A signature's separator stands alone.
 */
export function decodeFlowed(text: string, deleteSpace: boolean): string {
	const lines: string[] = [];
	let depth = 0;
	let flows = false;
	let pieces: string[] = [];
	const end = () => {
		if (pieces.length > 0) lines.push(pieces.join(""));
		pieces = [];
	};
	for (const line of text.split("\n")) {
		const quote = QUOTE.exec(line)![0].length;
		const content = line.slice(quote).replace(/^ /, "");
		const separator = content === "-- ";
		if (!flows || quote !== depth || separator) {
			end();
			pieces.push(quote > 0 ? `${">".repeat(quote)} ` : "");
		}
		depth = quote;
		flows = content.endsWith(" ") && !separator;
		pieces.push(flows && deleteSpace ? content.slice(0, -1) : content);
	}
	end();
	return lines.join("\n");
}
