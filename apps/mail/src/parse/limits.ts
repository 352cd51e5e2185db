/** What one mail may cost. */
export interface ParseLimits {
	/** Of parts, those of nested messages included. */
	readonly partsMax: number;
	readonly nestingMax: number;
	/** Of one part. */
	readonly headerBytesMax: number;
	/** Of all parts together, after their transfer encoding. */
	readonly decodedBytesMax: number;
	/** Of the text and of the HTML that are searched for quotes; what is beyond is an attachment. */
	readonly bodyCharactersMax: number;
	/** Of the process, for one mail. */
	readonly timeoutMs: number;
	readonly memoryBytesMax: number;
}

const MEBIBYTE = 1024 * 1024;

export const PARSE_LIMITS: ParseLimits = {
	partsMax: 1_000,
	nestingMax: 50,
	headerBytesMax: MEBIBYTE, // mail servers stop at 100 KiB or less
	decodedBytesMax: 40 * MEBIBYTE, // more than a mail of 35 MiB can hold
	bodyCharactersMax: 2_000_000,
	timeoutMs: 10_000,
	memoryBytesMax: 512 * MEBIBYTE,
};
