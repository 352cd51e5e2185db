/** One int8 row a piece of the vocabulary, with the factor that turns it back into numbers. */
export interface StaticTable {
	readonly name: string;
	readonly dimensions: number;
	/** Row after row. */
	readonly rows: Int8Array;
	readonly scales: Float32Array;
}

const MAGIC = "SDT1";
/** Room for the name, so that the numbers behind it start at a multiple of four. */
const NAME_BYTES = 32;
const HEADER_BYTES = MAGIC.length + 8 + NAME_BYTES;

/** The table as a file: magic, dimensions, rows, name, scales (float32), rows (int8); all little endian. */
export function encodeTable(table: StaticTable): Uint8Array {
	const header = Buffer.alloc(HEADER_BYTES);
	header.write(MAGIC, 0, "latin1");
	header.writeUInt32LE(table.dimensions, 4);
	header.writeUInt32LE(table.scales.length, 8);
	header.write(table.name, 12, NAME_BYTES, "utf8");
	return Buffer.concat([header, bytes(table.scales), bytes(table.rows)]);
}

/** @throws Error when the file is not a whole table */
export function decodeTable(file: Buffer): StaticTable {
	if (file.toString("latin1", 0, 4) !== MAGIC)
		throw new Error("not a table of vectors");
	const dimensions = file.readUInt32LE(4);
	const rowCount = file.readUInt32LE(8);
	const scaleBytes = rowCount * 4;
	if (file.length !== HEADER_BYTES + scaleBytes + rowCount * dimensions)
		throw new Error("the table of vectors is cut off");
	const name = file.toString("utf8", 12, HEADER_BYTES).replace(/\0+$/, "");
	// Copied, because a float32 view must start at a multiple of four and a Buffer may not.
	const body = new Uint8Array(file.subarray(HEADER_BYTES)).buffer;
	return {
		name,
		dimensions,
		scales: new Float32Array(body, 0, rowCount),
		rows: new Int8Array(body, scaleBytes),
	};
}

/** A table of rows; the largest number of a row becomes 127. */
export function quantiseRows(
	name: string,
	dimensions: number,
	values: readonly ArrayLike<number>[],
): StaticTable {
	const rows = new Int8Array(values.length * dimensions);
	const scales = new Float32Array(values.length);
	for (const [row, own] of values.entries()) {
		let largest = 0;
		for (let i = 0; i < dimensions; i++)
			largest = Math.max(largest, Math.abs(own[i]!));
		const scale = largest / 127;
		scales[row] = scale;
		if (scale === 0) continue;
		for (let i = 0; i < dimensions; i++)
			rows[row * dimensions + i] = Math.round(own[i]! / scale);
	}
	return { name, dimensions, rows, scales };
}

const PACKED_IN_A_BYTE = 4;

/**
 * A table of rows with four numbers in a byte: each is one or three times half of its row's standard deviation, or minus that.
 */
export function packRows(
	name: string,
	dimensions: number,
	values: Float32Array,
): StaticTable {
	const scales = new Float32Array(values.length / dimensions);
	const rows = new Int8Array(values.length / PACKED_IN_A_BYTE);
	for (const row of scales.keys()) {
		const own = values.subarray(row * dimensions, (row + 1) * dimensions);
		const squares = own.reduce((sum, value) => sum + value * value, 0);
		const scale = Math.sqrt(squares / dimensions) / 2;
		scales[row] = scale;
		for (const [i, value] of own.entries()) {
			const code = (value > 0 ? 2 : 0) + (Math.abs(value) > 2 * scale ? 1 : 0);
			const at = row * dimensions + i;
			rows[Math.floor(at / PACKED_IN_A_BYTE)]! |=
				code << (2 * (at % PACKED_IN_A_BYTE));
		}
	}
	return { name, dimensions: dimensions / PACKED_IN_A_BYTE, rows, scales };
}

/** By {@link packRows}' codes. */
const UNPACKED = [-1, -3, 1, 3] as const;

/** The table that {@link packRows} has packed, with a number in a byte. */
export function unpackRows(packed: StaticTable): StaticTable {
	const rows = new Int8Array(packed.rows.length * PACKED_IN_A_BYTE);
	for (let at = 0; at < rows.length; at++)
		rows[at] =
			UNPACKED[
				(packed.rows[Math.floor(at / PACKED_IN_A_BYTE)]! >>
					(2 * (at % PACKED_IN_A_BYTE))) &
					3
			]!;
	return { ...packed, dimensions: packed.dimensions * PACKED_IN_A_BYTE, rows };
}

/** Adds a row to a sum. */
export function addRow(
	sum: Float32Array,
	{ dimensions, rows, scales }: StaticTable,
	row: number,
): void {
	const scale = scales[row]!;
	const begin = row * dimensions;
	for (let i = 0; i < dimensions; i++) sum[i]! += scale * rows[begin + i]!;
}

/** The sum of the table's rows, each as many times as the weights say. */
export function weightedSum(
	{ dimensions, rows, scales }: StaticTable,
	weights: ArrayLike<number>,
): Float32Array<ArrayBuffer> {
	const sum = new Float32Array(dimensions);
	for (let row = 0; row < scales.length; row++) {
		const weight = scales[row]! * weights[row]!;
		const begin = row * dimensions;
		for (let i = 0; i < dimensions; i++) sum[i]! += weight * rows[begin + i]!;
	}
	return sum;
}

function bytes(view: Float32Array | Int8Array): Uint8Array {
	return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
