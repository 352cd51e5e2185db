import { expect, test } from "vitest";
import { articleUnits } from "./article-units.ts";
import { answerFromTable } from "./table-answer.ts";

const PLANS = `| Plan | Monthly price | Theft cover | Note |
|---|---|---|---|
| Coast | 39 € | ✗ | |
| Harbour | 59 € | ✓ | Deductible of 150 €. |
| Fleet | 49 € | ✓ | – |`;
const TARIFE =
	"| Tarif | Preis |\n|---|---|\n| Küste | 39 € |\n| Hafen | 59 € |";

const answer = (question: string, table = PLANS, language = "en") =>
	answerFromTable(question, articleUnits(table), language).map(
		({ text }) => text,
	);

test.each([
	["What does Coast cost?", ["The monthly price for Coast is 39 €."]],
	["What is in Coast?", ["Coast – monthly price: 39 €; theft cover: no."]],
	[
		"Does Harbour have theft cover?",
		["Harbour – theft cover: yes; note: Deductible of 150 €."],
	],
	[
		"Which plans have theft cover?",
		[
			"Coast – theft cover: no.",
			"Harbour – theft cover: yes; note: Deductible of 150 €.",
			"Fleet – theft cover: yes.",
		],
	],
])("answers %j by %j", (question, expected) => {
	expect(answer(question)).toEqual(expected);
});

test("keeps the words of the header in another language", () => {
	expect(answer("Was kostet der Tarif Hafen?", TARIFE, "de")).toEqual([
		"Hafen – Preis: 59 €.",
	]);
});

test("names the column of a code, and keeps sentences in cells apart", () => {
	const codes =
		"| Code | Meaning | What to do |\n|---|---|---|\n| E1 | Too hot. | Let it cool. |\n| E2 | Too cold. | Warm it. |";
	expect(answer("What is E1?", codes)).toEqual([
		"Code E1 – meaning: Too hot. What to do: Let it cool.",
	]);
});

test("quotes a row without headers as it is written, and at most eight rows", () => {
	expect(
		answer("refund", "<table><tr><td>refund</td><td>5 days</td></tr></table>"),
	).toEqual(["refund; 5 days."]);
	const rows = Array.from({ length: 40 }, (_, i) => `| P${i} | ${i} € |`);
	const long = `| Part | Price |\n|---|---|\n${rows.join("\n")}`;
	expect(answer("price", long)).toHaveLength(8);
	expect(answer("price of P17", long)).toEqual(["The price for P17 is 17 €."]);
});
