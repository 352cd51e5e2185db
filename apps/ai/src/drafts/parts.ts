import type { Unit } from "./article-units.ts";

/** Neighbouring units, from `begin` to before `end`. */
export interface Span {
	readonly begin: number;
	readonly end: number;
}

/** A part of an article that is read as one: a paragraph with the code below it, a list with all that belongs to it, or a table. */
export interface Part extends Span {
	readonly kind: "text" | "list" | "table";
	/** The nearest heading above it, as its place among the units; -1 for none. */
	readonly heading: number;
}

/** Words of a paragraph that is taken for the introduction of the list below it. */
const INTRODUCTION_WORDS_MAX = 45;
const STEPS_WORDS_MAX = 350;
const BULLETS_WORDS_MAX = 220;
/** The first word of a note, a warning or a piece of advice, in the languages that drafts are written in. */
const NOTE =
	/^(?:note|notes|warning|caution|important|tip|danger|attention|remember|please note|never|do not|don['’]t|hinweis|achtung|wichtig|warnung|vorsicht|gefahr|tipp|bitte beachten|avertissement|remarque|attention|conseil|danger|nota|atención|advertencia|importante|cuidado|consejo|attenzione|avvertenza|atenção|aviso|let op|waarschuwing|opmerking|belangrijk|uwaga|ostrzeżenie|ważne|wskazówka|注意|警告|重要|ご注意|備考|备注|提示)(?:\s*[:：!！.]|\s)/iu;
/** The number of a step, also of one in plain text. */
const NUMBER = /^\(?(\d{1,3})[.):]\s/;

const STEP_HEADING = /^(?:step|schritt|étape|paso|passo|stap|krok)\s+(\d+)/iu;

/** A heading of what comes next, which is of no use without what came before. */
const CONTINUED =
	/^(?:then|next|finally|afterwards|last step|danach|dann|anschließend|zum schluss|ensuite|enfin|luego|después|poi|infine|depois|daarna|potem|następnie)(?!\p{L})/iu;

/** The parts of an article in its order. Headings belong to none. */
export function partsOf(units: readonly Unit[]): Part[] {
	return joinLists(units, blocksOf(units));
}

export function isNote({ text, isQuoted }: Unit): boolean {
	return isQuoted || NOTE.test(text);
}

/** Whether a sentence announces what is below it. */
export function isLeadIn({ text }: Unit): boolean {
	return /[:：]$/.test(text);
}

export function wordsOfSpan(
	units: readonly Unit[],
	{ begin, end }: Span,
): number {
	let words = 0;
	for (let i = begin; i < end; i++) words += units[i]!.wordCount;
	return words;
}

function blocksOf(units: readonly Unit[]): Part[] {
	const parts: Part[] = [];
	let heading = -1;
	for (let begin = 0; begin < units.length; ) {
		const first = units[begin]!;
		if (first.kind === "heading") {
			const end = endOfStepSections(units, begin);
			if (end > begin) parts.push({ kind: "list", begin, end, heading });
			else if (!CONTINUED.test(first.text)) heading = begin;
			begin = Math.max(end, begin + 1);
			continue;
		}
		const kind = kindOf(first);
		let end = begin + 1;
		while (end < units.length && isSamePart(first, kind, units, end)) end++;
		const before = parts.at(-1);
		const isIntroduced =
			isCode(first) && before?.kind === "text" && before.end === begin;
		if (isIntroduced) parts[parts.length - 1] = { ...before, end };
		else parts.push({ kind, begin, end, heading });
		begin = end;
	}
	return parts;
}

/** Where sections end that are headed “Step 1”, “Step 2” …; where they begin if they are not. */
function endOfStepSections(units: readonly Unit[], begin: number): number {
	let end = begin;
	let number = 0;
	let words = 0;
	for (let at = begin; at < units.length; at++) {
		const { kind, text, wordCount } = units[at]!;
		words += wordCount;
		if (words > STEPS_WORDS_MAX) return begin;
		if (kind === "heading") {
			if (Number(text.match(STEP_HEADING)?.[1] ?? 0) !== number + 1) break;
			number++;
		}
		end = at + 1;
	}
	return number > 1 ? end : begin;
}

function kindOf(unit: Unit): Part["kind"] {
	if (unit.kind === "item") return "list";
	return unit.kind === "line" && !isCode(unit) ? "table" : "text";
}

function isCode({ kind, cells }: Unit): boolean {
	return kind === "line" && cells.length === 0;
}

function isSamePart(
	first: Unit,
	kind: Part["kind"],
	units: readonly Unit[],
	at: number,
): boolean {
	const unit = units[at]!;
	if (unit.kind === "heading" || unit.group !== first.group) return false;
	// What stands between the items of a list or behind them belongs to it.
	if (kind === "list") return true;
	return kindOf(unit) === kind && unit.block === units[at - 1]!.block;
}

/** Joins each list with its introduction, with the notes around it, and with the list that counts on behind a note. */
function joinLists(units: readonly Unit[], blocks: readonly Part[]): Part[] {
	const parts: Part[] = [];
	for (let i = 0; i < blocks.length; i++) {
		let part = blocks[i]!;
		if (part.kind !== "list") {
			parts.push(part);
			continue;
		}
		let last = i;
		for (let next = i + 1; next < blocks.length; next++) {
			const after = blocks[next]!;
			if (after.heading !== part.heading) break;
			if (isContinued(units, part, after) || isNoteBelow(units, after)) {
				part = { ...part, end: after.end };
				last = next;
			} else if (
				!isSteps(units, part) ||
				!continuesLater(units, part, blocks, next)
			)
				break;
		}
		const whole = { ...part, begin: introductionOf(units, part, parts) };
		parts.push(isTooLong(units, part) ? { ...part, kind: "text" } : whole);
		i = last;
	}
	return parts;
}

/** Half of a procedure is worse than none, but no customer reads a list of any length. */
function isTooLong(units: readonly Unit[], list: Part): boolean {
	const most = isSteps(units, list) ? STEPS_WORDS_MAX : BULLETS_WORDS_MAX;
	return wordsOfSpan(units, list) > most;
}

/** A paragraph between two steps of one procedure. */
function continuesLater(
	units: readonly Unit[],
	list: Part,
	blocks: readonly Part[],
	at: number,
): boolean {
	const after = blocks[at + 1];
	return (
		after !== undefined &&
		after.heading === list.heading &&
		blocks[at]!.kind !== "table" &&
		isContinued(units, { ...list, end: lastStepEnd(units, list) }, after)
	);
}

function lastStepEnd(units: readonly Unit[], { begin, end }: Span): number {
	let last = end;
	while (last > begin && stepNumber(units[last - 1]!) === 0) last--;
	return last;
}

export function isSteps(units: readonly Unit[], { begin, end }: Span): boolean {
	return units.slice(begin, end).some((unit) => stepNumber(unit) > 0);
}

/** 0 for what is no step. */
function stepNumber({ text }: Unit): number {
	return Number((text.match(NUMBER) ?? text.match(STEP_HEADING))?.[1] ?? 0);
}

/** Whether a list goes on with the next number where another one ended. */
function isContinued(units: readonly Unit[], list: Span, after: Part): boolean {
	if (after.kind !== "list") return false;
	const last = lastNumber(units, list);
	return last > 0 && stepNumber(units[after.begin]!) === last + 1;
}

function lastNumber(units: readonly Unit[], { begin, end }: Span): number {
	for (let i = end - 1; i >= begin; i--) {
		const number = stepNumber(units[i]!);
		if (number > 0) return number;
	}
	return 0;
}

function isNoteBelow(units: readonly Unit[], part: Part): boolean {
	return part.kind === "text" && isNote(units[part.begin]!);
}

/** Where the introduction of a list begins: the paragraph above it, or its last sentence if that is long, and notes in between. */
function introductionOf(
	units: readonly Unit[],
	list: Part,
	before: Part[],
): number {
	let { begin } = list;
	for (let i = before.length - 1; i >= 0; i--) {
		const part = before[i]!;
		if (part.kind !== "text" || part.heading !== list.heading) break;
		const isShort = wordsOfSpan(units, part) <= INTRODUCTION_WORDS_MAX;
		const last = units[part.end - 1]!;
		if (isShort) begin = part.begin;
		else if (isLeadIn(last)) begin = part.end - 1;
		if (!isNote(units[part.begin]!)) break;
	}
	return begin;
}
