import Table from "cli-table3";

/** A column of a printed table: its heading and the property it shows. */
export type Column<Row> = readonly [heading: string, key: keyof Row & string];

const PLAIN = { head: [], border: [], "padding-left": 0, "padding-right": 2 };
const NO_LINES = {
	top: "",
	"top-mid": "",
	"top-left": "",
	"top-right": "",
	bottom: "",
	"bottom-mid": "",
	"bottom-left": "",
	"bottom-right": "",
	left: "",
	"left-mid": "",
	mid: "",
	"mid-mid": "",
	right: "",
	"right-mid": "",
	middle: "",
};

/** Formats one line per row, below headings. */
export function tableOf<Row>(
	rows: readonly Row[],
	columns: readonly Column<Row>[],
): string {
	const table = new Table({
		head: columns.map(([heading]) => heading),
		style: PLAIN,
		chars: NO_LINES,
	});
	for (const row of rows) table.push(columns.map(([, key]) => cell(row[key])));
	return `${trimLines(table.toString())}\n`;
}

/** Formats one line per property. */
export function cardOf<Row>(row: Row, columns: readonly Column<Row>[]): string {
	const table = new Table({ style: PLAIN, chars: NO_LINES });
	for (const [heading, key] of columns) table.push([heading, cell(row[key])]);
	return `${trimLines(table.toString())}\n`;
}

/** Formats for programs. */
export function jsonOf(value: unknown): string {
	return `${JSON.stringify(value, null, 2)}\n`;
}

function cell(value: unknown): string {
	if (value === null || value === undefined) return "–";
	return Array.isArray(value) ? value.join(", ") : String(value);
}

function trimLines(text: string): string {
	return text
		.split("\n")
		.map((line) => line.trimEnd())
		.join("\n");
}
