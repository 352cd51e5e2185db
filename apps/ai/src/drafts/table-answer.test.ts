import { expect, test } from "vitest";
import { articleUnits } from "./article-units.ts";
import { answerFromTable, namesAnotherCode } from "./table-answer.ts";

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

const SHIPPING = `| Country | Standard | Express | Standard delivery time |
|---|---|---|---|
| Germany | 4.95 € | 12.95 € | 2–3 days |
| Poland | 7.95 € | – | 4–6 days |`;

test.each([
	[
		"What does shipping to Germany cost?",
		["Germany – standard: 4.95 €; express: 12.95 €."],
	],
	["How much is express shipping to Germany?", ["Germany – express: 12.95 €."]],
	[
		"How long does delivery to Germany take, and what does it cost?",
		[
			"Germany – standard: 4.95 €; express: 12.95 €; standard delivery time: 2–3 days.",
		],
	],
])("takes amounts of money for the price in %j", (question, expected) => {
	expect(answer(question, SHIPPING)).toEqual(expected);
});

test("says of what was asked for that there is nothing", () => {
	expect(answer("Do you offer express to Poland?", SHIPPING)).toEqual([
		"Poland – standard: 7.95 €; express: –; standard delivery time: 4–6 days.",
	]);
});

test("finds the row of a price in a table whose columns are the plans", () => {
	const plans =
		"| | Team | Office |\n|---|---|---|\n| Price per month | 129 € | 349 € |\n| Machines | 3 | 8 |";
	expect(answer("What does the Office plan cost?", plans)).toEqual([
		"Price per month – office: 349 €.",
	]);
});

const ROLES = `| Role | Enter results | Approve results | Edit methods |
|---|---|---|---|
| Technician | yes | no | no |
| Method owner | yes | yes | yes |
| Admin | yes | yes | yes |`;

test("shows of columns that share a word the one that is asked for", () => {
	expect(answer("Can a technician approve results?", ROLES)).toEqual([
		"Technician – approve results: no.",
	]);
});

test("takes the words of a column for no row", () => {
	expect(answer("Which role may edit methods?", ROLES)).toEqual([
		"Technician – edit methods: no.",
		"Method owner – edit methods: yes.",
		"Admin – edit methods: yes.",
	]);
});

const PARTS = `| Teil | Passt zu | Artikelnummer | Preis |
|---|---|---|---|
| Rotor | Brise 4000 | R-40 | 24,90 € |
| Rotor | Brise 9000 | R-90 | 36,90 € |
| Dichtung | alle Brise | D-1 | 9,50 € |`;

test("tells rows of one name apart, and finds a column by a part of its name", () => {
	expect(answer("Was kostet der Rotor der Brise 9000?", PARTS, "de")).toEqual([
		"Rotor – Passt zu: Brise 9000; Preis: 36,90 €.",
	]);
	expect(
		answer("Welche Nummer hat der Rotor der Brise 4000?", PARTS, "de"),
	).toEqual(["Rotor – Passt zu: Brise 4000; Artikelnummer: R-40."]);
	expect(answer("Was kostet die Dichtung?", PARTS, "de")).toEqual([
		"Dichtung – Preis: 9,50 €.",
	]);
});

test("gives all of the row of a code to who asks what it means", () => {
	const codes =
		"| Code | Meaning | Solution |\n|---|---|---|\n| LX-204 | Result without sample | Register the barcode |\n| LX-310 | Limit reached | Upgrade |";
	expect(answer("What does LX-204 mean?", codes)).toEqual([
		"Code LX-204 – meaning: Result without sample; solution: Register the barcode.",
	]);
});

const CODES =
	"| Code | Meaning |\n|---|---|\n| E02 | The grinder is blocked. |\n| E03 | Too hot: it shows an error and makes a noise. |";

test.each(["E02", "E 02", "e-02", "E.02", "E_02"])(
	"finds the row of a code that is written %s",
	(code) => {
		const question = `It shows the error ${code} and makes a noise.`;
		expect(answer(question, CODES)).toEqual([
			"Code E02 – meaning: The grinder is blocked.",
		]);
	},
);

test.each([
	["It shows the error E 07.", true],
	["It shows the error E7.", true],
	["It shows the error E 02.", false],
	["It shows an error on my LM413.", false],
])("tells whether %j names a code that no row has", (question, expected) => {
	const rows = articleUnits(CODES);
	expect(namesAnotherCode(question, rows)).toBe(expected);
});
