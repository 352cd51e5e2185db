import type { WrittenDraft } from "@supportdesk/ai/drafts/draft.ts";
import { EXTRACTIVE } from "@supportdesk/ai/drafts/extractive-writer.ts";
import { quotableText } from "@supportdesk/markdown/quotable-text.ts";
import type { Article } from "../../search/sets.ts";
import { type Rule, WORDS_MAX } from "./rule.ts";

/** `missing`: no draft where there should be one. */
export type Verdict = "sendable" | "needs an edit" | "wrong" | "missing";

export interface Judgement {
	readonly verdict: Verdict;
	/** Each rule that the draft breaks, in words. */
	readonly faults: readonly string[];
}

/** A draft of a question without an answer is wrong from this confidence on. */
const SURE = 50;
/** The opening words of the frame by language, as an agent would write them. */
const GREETINGS: Readonly<Record<string, RegExp>> = {
	en: /^Hello\b/,
	de: /^Guten Tag/,
	fr: /^Bonjour/,
	es: /^Hola/,
	it: /^(?:Buongiorno|Salve)/,
	pt: /^Olá/,
	nl: /^(?:Hallo|Beste|Goedendag)/,
	pl: /^Dzień dobry/,
	ja: /様|こんにちは|お問い合わせ/,
	zh: /您好/,
};
/** What must not be in a mail to a customer: marks of Markdown, tags, pipes, numbers of pages. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
	[/\*\*|__|`|~~/, "marks of emphasis or code"],
	[/^\s*#{1,6}\s/m, "marks of a heading"],
	[/\|/, "pipes of a table"],
	[/\]\(|\[!/, "marks of a link or note"],
	[/<\/?[a-z]+[^>]*>/i, "tags"],
	[/^\s*(?:Page \d+(?: of \d+)?|\d{1,4})\s*$/im, "the number of a page"],
	[/^[^\n]*\.{5,}/m, "a line of a table of contents"],
];

/** Judges a draft by the rules of its question and by those of all drafts. */
export function judge(
	rule: Rule,
	draft: WrittenDraft | undefined,
	articles: ReadonlyMap<string, Article>,
): Judgement {
	if (rule.none) return judgeNone(draft);
	if (!draft) return { verdict: "missing", faults: ["no draft"] };
	const answer = answerOf(draft);
	const [key] = rule.has ?? [];
	const wrong = [
		key && !key.test(answer) ? `has no ${key}` : "",
		rule.never?.test(answer) ? `says ${rule.never}` : "",
	].filter((fault) => fault !== "");
	const faults = [
		...wrong,
		...ownFaults(rule, draft, answer),
		...formFaults(answer),
		...evidenceFaults(draft, articles),
	];
	if (wrong.length > 0) return { verdict: "wrong", faults };
	return { verdict: faults.length > 0 ? "needs an edit" : "sendable", faults };
}

function judgeNone(draft: WrittenDraft | undefined): Judgement {
	if (!draft) return { verdict: "sendable", faults: [] };
	const verdict = draft.confidence < SURE ? "needs an edit" : "wrong";
	return { verdict, faults: [`a draft of confidence ${draft.confidence}`] };
}

/** The sentences between opening and source line, as they are laid out. */
export function answerOf({ body }: WrittenDraft): string {
	return body.split("\n\n").slice(2, -2).join("\n\n");
}

function ownFaults(
	{ has = [], first, without, language = "en", wordsMax = WORDS_MAX }: Rule,
	{ body, sentences }: WrittenDraft,
	answer: string,
): string[] {
	const begin = sentences.find(({ isFrame }) => !isFrame)?.text ?? "";
	const words = answer.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
	return [
		...has.slice(1).map((one) => (one.test(answer) ? "" : `has no ${one}`)),
		first && !first.test(begin) ? `begins with ${JSON.stringify(begin)}` : "",
		without?.test(answer) ? `has ${without}` : "",
		words > wordsMax ? `is ${words} words long` : "",
		GREETINGS[language]!.test(body) ? "" : `does not greet in ${language}`,
	].filter((fault) => fault !== "");
}

/** What would be wrong in any mail. */
function formFaults(answer: string): string[] {
	const lines = answer.split("\n").filter((line) => line.trim() !== "");
	const faults = MARKUP.filter(([pattern]) => pattern.test(answer)).map(
		([, name]) => `has ${name}`,
	);
	if (/[:：]\s*$/.test(lines.at(-1) ?? "")) faults.push("ends with a colon");
	if (!/[\p{P}\p{N})]\s*$/u.test(lines.at(-1) ?? ""))
		faults.push("ends without a sentence");
	lines.forEach((line, i) => {
		const next = lines[i + 1];
		if (/(?:follows|following)\b.*[:：]$/i.test(line) && !isItem(next ?? ""))
			faults.push(`announces a list that is not there: ${line}`);
	});
	let last = 0;
	for (const [, number] of answer.matchAll(/^(\d{1,2})[.)]\s/gm)) {
		if (Number(number) !== last + 1)
			faults.push(`step ${number} after ${last}`);
		last = Number(number);
	}
	return faults;
}

function isItem(line: string): boolean {
	return /^(?:\d{1,2}[.)]|•)\s|: /.test(line);
}

/** Each sentence is in the body, in order, and says no word that is not in the parts of articles it points to. */
function evidenceFaults(
	{ body, sentences, generatedBy }: WrittenDraft,
	articles: ReadonlyMap<string, Article>,
): string[] {
	const flat = (text: string) => text.replace(/\s+/g, "");
	const joined = sentences.map(({ text }) => text).join(" ");
	const faults =
		flat(joined) === flat(body) ? [] : ["sentences are not the body"];
	for (const { text, sources, isFrame } of sentences) {
		if (isFrame) continue;
		if (sources.length === 0) faults.push(`no evidence for: ${text}`);
		const quoted = sources
			.map(({ articleId, start, end }) =>
				[...quotableText(articles.get(articleId)!.body).text]
					.slice(start, end)
					.join(""),
			)
			.join(" ");
		const given = wordsOf(quoted);
		const invented = [...wordsOf(text)].filter(
			(word) => !given.has(word) && !ADDED.has(word),
		);
		// A model may phrase a sentence in words of its own, but for its numbers.
		const isQuote = generatedBy === EXTRACTIVE;
		if (invented.some((word) => isQuote || /\d/.test(word)))
			faults.push(`not in the evidence: ${invented.join(", ")}`);
	}
	return faults;
}

/** Words that turn a row into a sentence, and the answer to a question that wants yes or no. */
const ADDED = new Set(
	"the for is are yes no ja nein oui non sí sì sim não nee tak nie はい いいえ 是 否 可以 不可以".split(
		" ",
	),
);

function wordsOf(text: string): Set<string> {
	return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
