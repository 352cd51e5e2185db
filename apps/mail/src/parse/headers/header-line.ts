export interface HeaderLine {
	/** In lower case. */
	readonly name: string;
	/** The bytes after the colon, still folded. */
	readonly value: Buffer;
}
