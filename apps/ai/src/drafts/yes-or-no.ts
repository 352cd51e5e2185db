import { type ClosedQuestion, closedQuestion } from "./closed-question.ts";
import { stemsIn } from "./words.ts";

export type Verdict = "yes" | "no";

/** A sentence of an article that may decide a question, with what names its subject: its heading, and a label before it. */
export interface Statement {
	readonly text: string;
	readonly context: string;
}

/** Words without a meaning of their own. Unlike in search, “after”, “without” and “more” have one here. */
const EMPTY = new Set(
	`a an the this that these those and to of in on at for with by from into as is it its be been being am are was were i me my mine
	we us our you your he she they them their there here do does did have has had can could may might will would shall should must
	need get any also when please possible allowed permitted able ok okay necessary required so
	der die das den dem des ein eine einen einem einer und in im an am auf für mit von vom zu zum zur es ich mich mir mein meine
	meinen meinem meiner wir uns unser unsere sie ihr ihre ihren kann können könnte darf dürfen muss müssen soll sollte ist sind
	hat haben habe wird werden gibt man auch möglich erlaubt bitte
	le la les un une des du de à au aux en dans sur avec pour et je me mon ma mes nous notre vous votre vos on il elle est ce que
	y a ai puis peux peut peuvent pouvez pouvons dois doit faut possible
	el los las una unos unas y en con para mi mis su sus se lo me es está son hay puedo puede pueden podemos debo tengo posible al del
	lo gli i un uno di da con su e mi mio mia si è sono posso può possono possiamo devo possibile c ci il
	o os as um uma do da dos das no na nos nas ao com para e meu minha posso pode podem se é está são há tem tenho dá possível
	de het een van op te met voor bij en ik mij mijn wij ons u uw is zijn kan kunnen kunt mag mogen moet heeft hebben wordt het
	czy i w z na do mogę można możemy muszę jest są mój moja moje się da`.split(
		/\s+/,
	),
);
/** Words that say the same to a customer, by their stems. */
const SAME: ReadonlyMap<string, string> = new Map(
	[
		["deliver", "deliveri", "ship", "shipment"],
		["bik", "bicycl"],
		["buy", "purchas", "bui"],
		["cancel", "terminat", "termin"],
		["plug", "connect", "attach"],
		["plan", "airplan", "aeroplan"],
		["phon", "telephon", "smartphon"],
		["nacht", "nachts"],
	].flatMap(([first = "", ...others]) =>
		others.map((other) => [other, first] as const),
	),
);
const PREFIX_MIN = 5;

/**
 * What the statements of an article answer to a message that asks for yes or no. It is decided only by a statement that has
 * every word of the question that means something, depends on nothing that the question does not name, and is contradicted
 * by none of the others: a wrong yes is worse than none.
 */
export function verdictOn(
	message: string,
	language: string | undefined,
	statements: readonly Statement[],
): { verdict: Verdict; at: number } | undefined {
	const question = closedQuestion(message, language);
	if (!question) return undefined;
	const required = meaningful(question.text);
	if (required.length < 2) return undefined;
	const isEnglish = language === "en";
	const isRepeatedBy = (context: string) =>
		wordsIn(context, required, isEnglish).size === required.length;
	let found: { verdict: Verdict; at: number } | undefined;
	for (const [at, { text, context }] of statements.entries()) {
		// An article's own question states nothing.
		if (/[?？]$/.test(text)) continue;
		// Below a heading that repeats the question the first sentence answers it. What others deny is something else.
		const subject = at > 0 && isRepeatedBy(context) ? "" : context;
		const statement = { text, context: subject };
		const verdict = decide(question, required, statement, isEnglish);
		if (!verdict) continue;
		if (found && found.verdict !== verdict) return undefined;
		found ??= { verdict, at };
	}
	return found;
}

const OWN_VERDICT =
	/^(?:yes|no|ja|nein|oui|non|sí|sì|sim|não|nee|tak|nie|はい|いいえ)(?=[,.!;:。、]|\s*[–—-]\s|$)[,.!;:。、\s–—-]*/iu;

/**
 * Whether a message asks for the yes or no that an article gives below its title, heading or own question: all that the
 * message asks about is in them. The yes to “Can I use ground coffee?” is none to “Can I use instant coffee?”.
 */
export function asksTheSame(
	message: string,
	language: string | undefined,
	heading: string,
): boolean {
	const question = closedQuestion(message, language);
	if (!question) return false;
	const named = stemsIn(heading).map(unified);
	return meaningful(question.text).every((word) =>
		named.some((other) => isSame(word, other, language === "en")),
	);
}

/** Whether a sentence begins with a yes or no of its own. */
export function saysVerdict(text: string): boolean {
	return OWN_VERDICT.test(text);
}

/** A sentence without the yes or no that it begins with. */
export function withoutVerdict(text: string): string {
	const rest = text.replace(OWN_VERDICT, "");
	return rest === "" ? "" : rest[0]!.toUpperCase() + rest.slice(1);
}

/** Where a clause of a sentence ends. */
const CLAUSE_END =
	/\s*[,;:–—]\s+|\s+(?=(?:and|but|und|aber|jedoch|et|mais|y|pero|e|ma|mas|en|maar|i|ale)\s)/iu;
/** A clause that gives a reason, or says more of what was named. */
const ASIDE =
	/^(?:because|since|which|whose|who|weil|da|denn|deren|dessen|car|parce|porque|poiché|perché|want|omdat|ponieważ|gdyż)(?!\p{L})/iu;

interface Clause {
	readonly text: string;
	readonly isNegated: boolean;
	/** The words of the question in it. */
	readonly words: ReadonlySet<string>;
}

function decide(
	question: ClosedQuestion,
	required: readonly string[],
	{ text, context }: Statement,
	isEnglish: boolean,
): Verdict | undefined {
	const clauses = text.split(CLAUSE_END).map(
		(part): Clause => ({
			text: part,
			isNegated: question.grammar.negation.test(part),
			words: wordsIn(part, required, isEnglish),
		}),
	);
	const named = wordsIn(context, required, isEnglish);
	const denied = union(clauses.filter(({ isNegated }) => isNegated));
	const affirmed = union(clauses.filter(({ isNegated }) => !isNegated));
	const isComplete = required.every(
		(word) => named.has(word) || denied.has(word) || affirmed.has(word),
	);
	// A heading alone says nothing.
	if (!isComplete || denied.size + affirmed.size === 0) return undefined;
	if (denied.size === 0)
		return isAffirmed(question, clauses) ? "yes" : undefined;
	if (denied.isSubsetOf(affirmed)) return undefined;
	return isDenied(question, clauses) ? "no" : undefined;
}

/** The required words that a text has. */
function wordsIn(
	text: string,
	required: readonly string[],
	isEnglish: boolean,
): Set<string> {
	const words = stemsIn(text).map(unified);
	return new Set(
		required.filter((word) =>
			words.some((other) => isSame(word, other, isEnglish)),
		),
	);
}

function union(clauses: readonly Clause[]): Set<string> {
	return new Set(clauses.flatMap(({ words }) => [...words]));
}

function isAffirmed(
	question: ClosedQuestion,
	clauses: readonly Clause[],
): boolean {
	const { claim, grammar } = question;
	const said = clauses.filter(
		({ text, isNegated }) => !isNegated && !ASIDE.test(text),
	);
	if (said.some(({ text }) => isConditional(text, question))) return false;
	const text = said.map((clause) => clause.text).join(" ");
	const isPossible = grammar.possible.test(text);
	const isRequired = grammar.required.test(text);
	switch (claim) {
		case "possible":
			return isPossible && !isRequired;
		case "required":
			return isRequired && !isPossible;
		case "true":
			return !isPossible && !isRequired;
	}
}

function isDenied(
	question: ClosedQuestion,
	clauses: readonly Clause[],
): boolean {
	const { claim, grammar } = question;
	const affirmed = clauses.filter(
		({ isNegated, words }) => !isNegated && words.size > 0,
	);
	const decisive = clauses.filter(
		(clause) => !affirmed.includes(clause) && !ASIDE.test(clause.text),
	);
	if (decisive.some(({ text }) => isConditional(text, question))) return false;
	// What is not required may still be so, and what is forbidden is not merely unnecessary.
	const isRequired = decisive.some(({ text }) => grammar.required.test(text));
	return claim === "required" ? isRequired : true;
}

/** Whether a clause depends on something that the question does not name. */
function isConditional(
	clause: string,
	{ text, grammar }: ClosedQuestion,
): boolean {
	const every = new RegExp(grammar.condition.source, "giu");
	const named = (text.match(every) ?? []).map((word) => word.toLowerCase());
	return (clause.match(every) ?? []).some(
		(word) => !named.includes(word.toLowerCase()),
	);
}

/** The words of a question that a statement must have, each once. */
function meaningful(question: string): string[] {
	const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	const told = words.filter((word) => !EMPTY.has(word));
	return [...new Set(stemsIn(told.join(" ")).map(unified))];
}

function unified(word: string): string {
	return SAME.get(word) ?? word;
}

/** English words are compared by their stems, those of other languages by their beginnings. */
function isSame(a: string, b: string, isEnglish: boolean): boolean {
	if (a === b) return true;
	if (isEnglish) return false;
	const shorter = Math.min(a.length, b.length);
	let same = 0;
	while (same < shorter && a[same] === b[same]) same++;
	return same >= PREFIX_MIN && same >= Math.max(a.length, b.length) - 3;
}
