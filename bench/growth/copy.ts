import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from } from "pg-copy-streams";

type Value = string | number | null;

/** Rows of a table that are written by COPY, in its text format. */
export class Rows {
	readonly #table: string;
	readonly #columns: readonly string[];
	#lines: string[] = [];

	constructor(table: string, columns: readonly string[]) {
		this.#table = table;
		this.#columns = columns;
	}

	/** @param values without tabs, line ends and backslashes. */
	add(...values: readonly Value[]): void {
		this.#lines.push(`${values.map((each) => each ?? "\\N").join("\t")}\n`);
	}

	async copyInto(client: pg.Client): Promise<void> {
		const lines = this.#lines;
		this.#lines = [];
		const text = `copy ${this.#table} (${this.#columns.join(", ")}) from stdin`;
		await pipeline(Readable.from([lines.join("")]), client.query(from(text)));
	}
}

/** What `to_tsvector('simple', …)` returns for words of letters and digits. */
export function tsvectorOf(text: string, weight = ""): string {
	const positions = new Map<string, string[]>();
	const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
	words.forEach((word, i) => {
		const ofWord = positions.get(word) ?? [];
		positions.set(word, ofWord);
		ofWord.push(`${i + 1}${weight}`);
	});
	return [...positions]
		.map(([word, places]) => `'${word}':${places.join(",")}`)
		.join(" ");
}

/**
 * Fills the tables of a schema without the indexes that are not unique, and then makes these.
 */
export async function withoutIndexes(
	client: pg.Client,
	schema: string,
	fill: () => Promise<void>,
): Promise<void> {
	const { rows } = await client.query<{ name: string; text: string }>(
		`select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as text
		   from pg_index
		   join pg_class on oid = indexrelid
		  where relnamespace = $1::regnamespace
		    and not indisunique`,
		[schema],
	);
	for (const { name } of rows) await client.query(`drop index ${name}`);
	await fill();
	await client.query("set maintenance_work_mem = '1GB'");
	for (const { text } of rows) await client.query(text);
	await client.query("reset maintenance_work_mem");
}
