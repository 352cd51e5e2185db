import type { Cell } from "@supportdesk/markdown/block.ts";
import type { Unit } from "./article-units.ts";
import { closedQuestion } from "./closed-question.ts";
import { phrasesOf } from "./frame-phrases.ts";
import { informativeStems, informativeWords, stemsIn } from "./words.ts";

/** Rows that are quoted at most where several answer equally well. */
const ROWS_MAX = 8;
const NOTES_WORDS_MAX = 60;
const YES = /^(?:✓|✔|✅|☑|x|yes|ja|oui|sí|sì|sim|tak|はい|是|有)$/iu;
const NO = /^(?:✗|✘|❌|✕|×|no|nein|non|não|nee|nie|いいえ|否|无)$/iu;
const NOTHING = /^[-–—/.]*$/;
const DASH = /^[-–—]+$/;
/** A column that limits what the others say. */
const REMARK =
	/^(?:notes?|remarks?|comments?|exceptions?|conditions?|limits?|hinweise?|bemerkung(?:en)?|anmerkung(?:en)?|ausnahmen?|remarques?|notas?|observaciones|observações|opmerking(?:en)?|uwagi|備考|注意|备注|说明)$/iu;
/** Names of columns that read well as “The price for Basic is 5 €.” */
const MEASURE =
	/(?:price|cost|fee|charge|rate|time|period|deadline|duration|limit|pressure|weight|height|length|width|size|capacity|speed|range|distance|number|code|address|temperature|deposit|discount|warranty)$/i;
const MEASURE_WORDS_MAX = 3;
/** A word at the end of another one is a part of it from this length on: “Nummer” of “Artikelnummer”. */
const COMPOUNDED_MIN = 5;
/** What a question calls the thing in a column, and the column. */
type Kind = readonly [asks: RegExp, column: RegExp];
const COST: Kind = [
	/\b(?:how much|cost|costs|pay|price|expensive|charge|fee|kostet|kosten|preis|coûte|prix|cuesta|precio|costa|prezzo|preço|kost|koszt|cena)\b|いくら|料金|多少钱|费用/i,
	/price|cost|fee|charge|preis|kosten|gebühr|prix|tarif|coût|precio|coste|prezzo|costo|preço|prijs|cena|koszt|opłata|料金|価格|价格|费用/i,
];
const TIME: Kind = [
	/\b(?:how long|how soon|when|how many days|wie lange|wann|combien de temps|quand|cuánto tiempo|cuándo|quanto tempo|quando|hoe lang|wanneer|jak długo|kiedy)\b|いつ|何日|多久|多长时间/i,
	/time|days|duration|period|deadline|dauer|zeit|frist|durée|délai|tiempo|plazo|tempo|durata|prazo|duur|termijn|czas|termin|時間|期間|日数|时间|期限/i,
];
const ASKED = [COST, TIME];
/** Who asks what a code means wants to be rid of it: all of its row answers. */
const MEANING =
	/\b(?:means?|meaning|stands? for|bedeutet|heißt|signifie|significa|betekent|oznacza)\b|意味|意思|含义/iu;

/** A cell with an amount of money. */
const MONEY =
	/\p{Sc}\s?\d|\d\s?\p{Sc}|(?:\b(?:EUR|USD|GBP|CHF|PLN|JPY|CNY|SEK|NOK|DKK|CZK)|(?<!\p{L})(?:kr|zł))\.?\s?\d|\d\s?(?:EUR|USD|GBP|CHF|PLN|JPY|CNY|SEK|NOK|DKK|CZK|kr|zł|euros?|dollars?|元|円)(?!\p{L})/u;
/** A code by which rows are found, as `stemsIn` unifies its spellings. */
const CODE = /^(\p{L}{1,4})\d{1,5}$/u;

/** A row that answers, and the columns of it that were asked for. */
export interface RowAnswer {
	readonly row: Unit;
	readonly text: string;
}

/** The rows of a table that answer a question, each as a sentence. */
export function answerFromTable(
	question: string,
	rows: readonly Unit[],
	language: string | undefined,
): RowAnswer[] {
	const wanted = informativeStems(question);
	const coded = rowsOfCode(wanted, rows);
	const isWhole = coded.length > 0 && MEANING.test(question);
	const isAsked = isWhole ? () => false : columnTest(question, wanted, rows);
	const chosen = coded.length > 0 ? coded : chooseRows(question, wanted, rows);
	return chosen.slice(0, ROWS_MAX).map((row) => {
		const isTelling = (cell: Cell) => tellsApart(row, cell, rows, wanted);
		return { row, text: rowSentence(row, isAsked, isTelling, language) };
	});
}

/**
 * The paragraphs below a table that say more of the rows that answer: “Invoices are possible up to 800 €” of the row
 * “Invoice”, “Nobody may approve results of their own” of the column “Approve results”.
 */
export function notesOn(
	question: string,
	answers: readonly RowAnswer[],
	{ units: rows, notes }: { units: readonly Unit[]; notes: readonly Unit[] },
	title: string,
): Unit[] {
	const wanted = informativeStems(question);
	const general = new Set(stemsIn(title));
	const names = answers.map(({ row }) =>
		new Set(stemsIn(row.cells[0]?.text ?? ""))
			.intersection(wanted)
			.difference(general),
	);
	const columns = [...namedColumns(question, wanted, rows).values()];
	const subjects = [
		...(answers.length < rows.length ? names : []).filter(
			({ size }) => size > 0,
		),
		...columns.filter(({ size }) => size > 1),
	];
	const blocks = new Set(
		notes
			.filter(({ text }) => {
				const said = new Set(stemsIn(text));
				return subjects.some((words) => words.isSubsetOf(said));
			})
			.map(({ block }) => block),
	);
	const chosen: Unit[] = [];
	let words = 0;
	for (const unit of notes) {
		if (!blocks.has(unit.block)) continue;
		words += unit.wordCount;
		if (words > NOTES_WORDS_MAX) break;
		chosen.push(unit);
	}
	return chosen;
}

/** The rows of a code that the question names. */
function rowsOfCode(
	wanted: ReadonlySet<string>,
	rows: readonly Unit[],
): readonly Unit[] {
	return rows.filter((row) => isRowOfCode(wanted, row));
}

/** Whether the first cell of a row is a code of the question. */
export function isRowOfCode(
	wanted: ReadonlySet<string>,
	{ cells }: Unit,
): boolean {
	return stemsIn(cells[0]?.text ?? "").some(
		(word) => CODE.test(word) && wanted.has(word),
	);
}

/** Whether a cell tells a row from others of its name: “Filter” is in a list of parts for each machine. */
function tellsApart(
	row: Unit,
	cell: Cell,
	rows: readonly Unit[],
	wanted: ReadonlySet<string>,
): boolean {
	const name = row.cells[0]?.text;
	const alike = rows.filter((other) => other.cells[0]?.text === name);
	if (alike.length < 2) return false;
	const isOthers = ({ label, text }: Cell) =>
		alike.every(({ cells }) =>
			cells.some((one) => one.label === label && one.text === text),
		);
	const telling = row.cells.slice(1).filter((one) => !isOthers(one));
	const named = telling.filter(({ text }) =>
		stemsIn(text).some((word) => wanted.has(word)),
	);
	return named.length > 0 ? named.includes(cell) : telling[0] === cell;
}

/**
 * Whether a question names a code like those of an article's rows that the article has not: what it says of another one, or
 * of all of them, is no answer.
 */
export function namesAnotherCode(
	question: string,
	units: readonly Unit[],
): boolean {
	const kinds = new Set(
		units.flatMap(({ cells }) => stemsIn(cells[0]?.text ?? "").map(kindOfCode)),
	);
	kinds.delete(undefined);
	if (kinds.size === 0) return false;
	const asked = stemsIn(question).filter(
		(word) => CODE.test(word) && kinds.has(kindOfCode(word)),
	);
	if (asked.length === 0) return false;
	const had = new Set(units.flatMap(({ text }) => stemsIn(text)));
	return !asked.some((word) => had.has(word));
}

/** Its letters; undefined for what is no code. */
function kindOfCode(word: string): string | undefined {
	return word.match(CODE)?.[1];
}

function columnTest(
	question: string,
	wanted: ReadonlySet<string>,
	rows: readonly Unit[],
) {
	const kinds = ASKED.filter(([asks]) => asks.test(question));
	const named = namedColumns(question, wanted, rows);
	const isLabelled = ({ label }: Cell) =>
		named.has(label) || kinds.some(([, column]) => column.test(label));
	const others = rows.flatMap(({ cells }) => cells.slice(1));
	// Columns of prices may be called by what has them: “Standard”, “Express”.
	const [, price] = COST;
	const isPrice =
		kinds.includes(COST) && !others.some(({ label }) => price.test(label))
			? ({ text }: Cell) => MONEY.test(text)
			: () => false;
	const isNamed = others.some(
		(cell) => isPrice(cell) && stemsIn(cell.label).some((w) => wanted.has(w)),
	);
	return (cell: Cell): boolean =>
		isLabelled(cell) || (!isNamed && isPrice(cell));
}

/**
 * The columns that a question names, each with the words of the question in its name. Of "enter results" and "approve
 * results" the one is asked for whose words the question has.
 */
function namedColumns(
	question: string,
	wanted: ReadonlySet<string>,
	rows: readonly Unit[],
): Map<string, ReadonlySet<string>> {
	const labels = new Set(
		rows.flatMap(({ cells }) => cells.slice(1).map(({ label }) => label)),
	);
	const words = informativeWords(question);
	const isCompound = (label: string, word: string) =>
		word.length >= COMPOUNDED_MIN &&
		(label.toLowerCase().match(/\p{L}+/gu) ?? []).some((name) =>
			name.endsWith(word),
		);
	const named = new Map<string, ReadonlySet<string>>();
	for (const label of labels) {
		const had = new Set(stemsIn(label)).intersection(wanted);
		for (const word of words)
			if (isCompound(label, word)) had.add(stemsIn(word)[0] ?? word);
		if (had.size > 0) named.set(label, had);
	}
	const all = [...named.values()];
	for (const [label, had] of named)
		if (all.some((more) => more.size > had.size && had.isSubsetOf(more)))
			named.delete(label);
	return named;
}

/** The rows that share most with a question; words that few rows have count most, and those of the first cell double. */
function chooseRows(
	question: string,
	wanted: ReadonlySet<string>,
	rows: readonly Unit[],
): readonly Unit[] {
	const kinds = ASKED.filter(([asks]) => asks.test(question));
	// “Who may edit methods?” asks for a column, and not for the row “Method owner”.
	const columns = namedColumns(question, wanted, rows).values();
	const ofColumns = new Set(
		[...columns].flatMap((words) => (words.size > 1 ? [...words] : [])),
	);
	const ofRows = wanted.difference(ofColumns);
	const had = rows.map(({ cells }) => {
		const name = cells[0]?.text ?? "";
		const key = new Set(stemsIn(name)).intersection(ofRows);
		const all = new Set(cells.flatMap(({ text }) => stemsIn(text)));
		// A row called “Price per month” has what “How much is it?” asks for.
		const asked = kinds
			.filter(([, column]) => column.test(name))
			.map(([asks]) => asks.source);
		return {
			key: key.union(new Set(asked)),
			all: all.intersection(ofRows).union(new Set(asked)),
		};
	});
	const counts = new Map<string, number>();
	for (const { all } of had)
		for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
	const scores = had.map(({ key, all }) => {
		let score = 0;
		for (const word of all) {
			const count = counts.get(word)!;
			const weight = Math.log(1 + rows.length / count) - Math.log(2);
			score += key.has(word) ? 2 * weight : weight;
		}
		return score;
	});
	const most = scores.reduce((a, b) => Math.max(a, b), 0);
	return rows.filter((_, i) => scores[i]! > most * 0.99 - 1e-9);
}

function rowSentence(
	{ text, cells }: Unit,
	isAsked: (cell: Cell) => boolean,
	isTelling: (cell: Cell) => boolean,
	language: string | undefined,
): string {
	const [key, ...others] = cells;
	if (!key || others.length === 0 || others.some(({ label }) => label === ""))
		return text;
	const said = others.filter(({ text }) => !NOTHING.test(text));
	const asked = said.filter(isAsked);
	const remarks = said.filter(({ label }) => REMARK.test(label));
	const shown = others
		.filter((cell) =>
			said.includes(cell)
				? asked.length === 0 ||
					isAsked(cell) ||
					isTelling(cell) ||
					REMARK.test(cell.label)
				: DASH.test(cell.text) && isAsked(cell),
		)
		.map((cell) => ({ ...cell, text: legible(cell.text, language) }));
	if (shown.length === 0) return text;
	const [one] = shown;
	if (shown.length === 1 && language === "en" && isMeasure(one!))
		return `The ${lowered(one!.label)} for ${key.text} is ${one!.text}.`;
	// A remark alone, where what was asked for is not given, answers too.
	if (said.length > 0 && asked.length === 0 && remarks.length === said.length) {
		const remark = remarks.map((cell) => cell.text).join(" ");
		return sentence(
			remark.includes(key.text) ? remark : `${key.text}: ${remark}`,
		);
	}
	return sentence(`${nameOf(key)} – ${listed(shown, language)}`);
}

function isMeasure({ label, text }: Cell): boolean {
	return (
		MEASURE.test(label) &&
		label.split(" ").length <= MEASURE_WORDS_MAX &&
		!DASH.test(text) &&
		!/[.!?;]/.test(text.replace(/\d[.,]\d/g, "")) &&
		verdictOf(text) === undefined
	);
}

/** A code alone says nothing to a reader; the name of a plan or a country does. */
function nameOf({ label, text }: Cell): string {
	return /\d/.test(text) && label !== "" ? `${label} ${text}` : text;
}

function listed(cells: readonly Cell[], language: string | undefined): string {
	let line = "";
	for (const { label, text } of cells) {
		const isNew = line === "" || /[.!?。！？]$/.test(line);
		const gap = line === "" ? "" : isNew ? " " : "; ";
		const name =
			language === "en" && (line === "" || !isNew) ? lowered(label) : label;
		line += `${gap}${name.replace(/[:：]$/, "")}: ${text}`;
	}
	return line;
}

function lowered(label: string): string {
	return /^\p{Lu}\p{Ll}/u.test(label)
		? label[0]!.toLowerCase() + label.slice(1)
		: label;
}

/** A sign for yes or no as the word for it. */
function legible(text: string, language: string | undefined): string {
	const verdict = /\p{L}{2}/u.test(text) ? undefined : verdictOf(text);
	return verdict
		? phrasesOf(language)
				[verdict].replace(/[.。]$/, "")
				.toLowerCase()
		: text;
}

function sentence(text: string): string {
	return /[.!?…。！？]$/.test(text) ? text : `${text}.`;
}

/** Whether a cell says yes or no and nothing else. */
export function verdictOf(text: string): "yes" | "no" | undefined {
	if (YES.test(text)) return "yes";
	return NO.test(text) ? "no" : undefined;
}

/** What the one cell that was asked for says; undefined if several were, or it says something else. */
export function verdictOfRow(
	question: string,
	row: Unit,
	language: string | undefined,
): "yes" | "no" | undefined {
	if (!closedQuestion(question, language)) return undefined;
	const isAsked = columnTest(question, informativeStems(question), [row]);
	const asked = row.cells.slice(1).filter(isAsked);
	return asked.length === 1 ? verdictOf(asked[0]!.text) : undefined;
}
