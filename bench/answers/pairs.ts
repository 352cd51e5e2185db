import type { Encoder } from "@supportdesk/ai/encoder/encoder.ts";
import { questionsIn } from "@supportdesk/knowledge/domain/text/questions-in.ts";
import { quotableIn } from "../drafts/quotable.ts";
import { runEmbedded } from "../search/engine.ts";
import type { ClassQuestion, Company } from "./company.ts";

/** Mails that ask two questions, and what a draft would quote for them. */
export interface PairQuality {
	readonly kind: string;
	readonly mails: number;
	/** Read as a whole: those whose most probable quotable article is right. */
	readonly wholeRight: number;
	/** Question by question: those that quote a right article for each of both. */
	readonly bothRight: number;
	/** Question by question: those that quote an article that answers neither. */
	readonly anyWrong: number;
}

interface Pair {
	readonly kind: string;
	readonly text: string;
	readonly gold: readonly string[];
}

/** Beside which plain question the first one stands: far enough apart to be about something else. */
const STEP = 3;
const OFFSET = 7;

/** Joins questions of a company to mails with two questions, and finds the articles for them as `findReplySources` does. */
export async function measurePairs(
	company: Company,
	encoder: Encoder | undefined,
): Promise<PairQuality[]> {
	const pairs = pairsOf(company);
	const parts = pairs.map(({ text }) => questionsIn(text));
	const questions = [...pairs.map(({ text }) => text), ...parts.flat()];
	const { findings } = await runEmbedded(
		{ ...company, questions: questions.map((text) => ({ text, gold: [] })) },
		encoder,
	);
	const found = new Map(
		questions.map((text, i) => [text, quotableIn(findings[i]!)[0]?.articleId]),
	);
	const outcomes = pairs.map(({ kind, text, gold }, i) => {
		const whole = found.get(text);
		const each = new Set(parts[i]!.flatMap((part) => found.get(part) ?? []));
		const isApart = each.size > 1;
		return {
			kind,
			isWholeRight: whole !== undefined && gold.includes(whole),
			isBothRight: isApart && [...each].every((id) => gold.includes(id)),
			isAnyWrong: isApart && ![...each].every((id) => gold.includes(id)),
		};
	});
	return [...Map.groupBy(outcomes, ({ kind }) => kind)].map(([kind, own]) => ({
		kind,
		mails: own.length,
		wholeRight: own.filter(({ isWholeRight }) => isWholeRight).length,
		bothRight: own.filter(({ isBothRight }) => isBothRight).length,
		anyWrong: own.filter(({ isAnyWrong }) => isAnyWrong).length,
	}));
}

function pairsOf({ questions }: Company): Pair[] {
	const ofClass = (name: string) =>
		questions.filter(({ className }) => className === name);
	const plain = ofClass("plain");
	const nearMisses = ofClass("near misses");
	const plainBeside = (i: number) => plain[i % plain.length]!;
	return [
		...plain.map((one, i) =>
			pairOf("plain, plain", one, plainBeside(i * STEP + OFFSET)),
		),
		...ofClass("paraphrased").map((one, i) =>
			pairOf("paraphrased, plain", one, plainBeside(i)),
		),
		...nearMisses.map((one, i) =>
			pairOf("near miss, plain", one, plainBeside(i)),
		),
	].filter((pair) => pair !== undefined);
}

/** Undefined for two questions to one article. */
function pairOf(
	kind: string,
	first: ClassQuestion,
	second: ClassQuestion,
): Pair | undefined {
	if (first.gold.some((id) => second.gold.includes(id))) return undefined;
	return {
		kind,
		text: `Hello,\n\nI have two questions. ${first.text} ${second.text}\n\nThank you\nKim`,
		gold: [...first.gold, ...second.gold],
	};
}
