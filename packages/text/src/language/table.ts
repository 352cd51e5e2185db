/** For each part of a word, how much it speaks for each language. */
export interface LanguageTable {
	/** ISO 639-1. */
	readonly languages: readonly string[];
	/** What one step of a weight is worth. */
	readonly step: number;
	/** Row after row: a row is a bucket, its columns are the languages. */
	readonly weights: Int8Array;
}

/** The table as a file: the header's length, the header as JSON, the weights. */
export function encodeLanguages(table: LanguageTable): Uint8Array {
	const { languages, step, weights } = table;
	const header = Buffer.from(JSON.stringify({ languages, step }));
	const length = Buffer.alloc(4);
	length.writeUInt32LE(header.length);
	return Buffer.concat([length, header, Buffer.from(weights.buffer)]);
}

export function decodeLanguages(file: Buffer): LanguageTable {
	const begin = 4 + file.readUInt32LE(0);
	const { languages, step } = JSON.parse(
		file.toString("utf8", 4, begin),
	) as Pick<LanguageTable, "languages" | "step">;
	return { languages, step, weights: new Int8Array(file.subarray(begin)) };
}
