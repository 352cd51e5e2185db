import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Encoder, normalise } from "../encoder/encoder.ts";
import {
	decodeTable,
	quantiseRows,
	type StaticTable,
} from "../encoder/static-table.ts";
import { SEEDS } from "./seeds.ts";

/** MiniLM's vectors of our English seeds; `ai:seeds` makes it. */
export const SEED_VECTORS_FILE = new URL(
	"../../models/seed-vectors.bin",
	import.meta.url,
);
/** Enough that no other seeds have the same. */
const NAME_CHARACTERS = 24;

/** Each English seed once; the rows of the table are in this order. */
export const SEED_TEXTS: readonly string[] = [
	...new Set(
		Object.values(SEEDS).flatMap((seeds) => seeds.map(({ text }) => text)),
	),
];

/** Names the table of an encoder's vectors of the texts: other texts, another name. */
export function seedTableName(encoder: string, texts: readonly string[]) {
	const digest = createHash("sha256")
		.update(JSON.stringify([encoder, texts]))
		.digest("base64url");
	return `seeds-${digest.slice(0, NAME_CHARACTERS)}`;
}

/** The table of the seeds' vectors, to be written into its file. */
export async function tableOfSeeds(encoder: Encoder): Promise<StaticTable> {
	const name = seedTableName(encoder.name, SEED_TEXTS);
	const vectors = await encoder.embed(SEED_TEXTS);
	return quantiseRows(name, encoder.dimensions, vectors);
}

/**
 * The encoder, which takes the vectors of our seeds from their table: 1,851 texts are 10 s of MiniLM's processor time. The encoder
 * encodes them itself if they have changed since the table was made, or if it is another encoder than the table's.
 */
export function withSeedVectors(
	encoder: Encoder,
	file = SEED_VECTORS_FILE,
): Encoder {
	const table = decodeTable(readFileSync(file));
	if (table.name !== seedTableName(encoder.name, SEED_TEXTS)) return encoder;
	const rowOf = new Map(SEED_TEXTS.map((text, row) => [text, row]));
	return {
		...encoder,
		async embed(texts) {
			const missing = texts.filter((text) => !rowOf.has(text));
			const encoded = (await encoder.embed(missing)).values();
			return texts.map((text) => {
				const row = rowOf.get(text);
				return row === undefined
					? (encoded.next().value as Float32Array)
					: vectorOf(table, row);
			});
		},
	};
}

function vectorOf({ rows, dimensions }: StaticTable, row: number) {
	// The scale of a row changes its length only.
	const begin = row * dimensions;
	return normalise(Float32Array.from(rows.subarray(begin, begin + dimensions)));
}
