import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** The two bytes that every gzip file begins with. */
const GZIP_MAGIC = [0x1f, 0x8b];
/** Uncompressed. More would have to be read for days, and more than 512 MB does not fit into a string. */
const MEGABYTES_MAX = 256;
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Reads a file of JSON lines, gzip or not; blank lines count for nothing.
 * @param parse makes a row of a line's value, and throws where it is none
 * @param shape the expected form of a line, for the error message
 * @throws Error that says what is wrong with the file, and names the line
 */
export function readJsonLines<Row>(
	file: string,
	parse: (value: unknown) => Row,
	shape: string,
): Row[] {
	const lines = readText(file).replace(BYTE_ORDER_MARK, "").split("\n");
	return lines.flatMap((line, i) => {
		if (line.trim() === "") return [];
		try {
			return [parse(JSON.parse(line))];
		} catch (cause) {
			throw new Error(`${file}, line ${i + 1}: not ${shape}`, { cause });
		}
	});
}

function readText(file: string): string {
	try {
		const bytes = readFileSync(file);
		const isGzip = GZIP_MAGIC.every((byte, i) => bytes[i] === byte);
		const maxOutputLength = MEGABYTES_MAX * 1024 * 1024;
		if (!isGzip && bytes.length > maxOutputLength)
			throw Object.assign(new Error(), { code: "ERR_BUFFER_TOO_LARGE" });
		return (isGzip ? gunzipSync(bytes, { maxOutputLength }) : bytes).toString();
	} catch (cause) {
		const { code = "", message } = cause as NodeJS.ErrnoException;
		throw new Error(`${file}${COMPLAINTS[code] ?? `: ${message}`}`, { cause });
	}
}

const COMPLAINTS: Readonly<Record<string, string>> = {
	ENOENT: " is not there",
	EISDIR: " is a folder",
	EACCES: " may not be read",
	ERR_BUFFER_TOO_LARGE: ` is larger than ${MEGABYTES_MAX} MB`,
	ERR_FS_FILE_TOO_LARGE: ` is larger than ${MEGABYTES_MAX} MB`,
	Z_BUF_ERROR: " is cut off: its gzip ends too early",
	Z_DATA_ERROR: " is damaged: its gzip cannot be read",
};
