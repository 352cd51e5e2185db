import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { IndexQuestion } from "../domain/index/article-index.ts";
import { questionsIn } from "../domain/text/questions-in.ts";
import { type Answer, type AskDeps, findAnswers } from "./find-answers.ts";

/**
 * A job waits for a draft, no reader: longer than the encoder of other languages takes to open, and shorter than the
 * caller waits for the passages.
 */
export const REPLY_ENCODE_TIMEOUT_MS = 4_000;

/** An article that a reply may rest on. */
export interface ReplySource {
	readonly answer: Answer;
	/** Of a message that asks several questions, the one that the article answers. */
	readonly question: string | undefined;
	/** The terms of what it answers. */
	readonly terms: readonly string[];
}

/**
 * The articles that a reply to a message may rest on. Where two or more questions of it are answered by articles of their
 * own, these come first, in the order of the questions; the others are found for the whole message, best first.
 *
 * @returns also the whole message as it was read
 * @throws AppError `service_unavailable` when an embedding was not to be had
 */
export async function findReplySources(
	deps: AskDeps,
	text: string,
	limit: number,
	context: CallContext,
): Promise<{ sources: ReplySource[]; question: IndexQuestion }> {
	const options = { encodeTimeoutMs: REPLY_ENCODE_TIMEOUT_MS };
	const find = async (asked: string) => {
		const found = await findAnswers(deps, asked, limit, [], context, options);
		if (found.isUnencoded) throw serviceUnavailable();
		const { terms } = found.question;
		const sources = found.answers
			.map((answer): ReplySource => ({ answer, terms, question: undefined }))
			.sort((a, b) => b.answer.draftRelevance - a.answer.draftRelevance);
		return { sources, question: found.question };
	};
	const [whole, ...parts] = await Promise.all([
		find(text),
		...questionsIn(text).map(async (question) => {
			const { sources } = await find(question);
			const best = sources.find(({ answer }) => answer.isQuotable);
			return best && { ...best, question };
		}),
	]);
	const answered = onePerArticle(parts.filter((part) => part !== undefined));
	const first = answered.length > 1 ? answered : [];
	const sources = onePerArticle([...first, ...whole.sources]);
	return { sources: sources.slice(0, limit), question: whole.question };
}

/** The first source of each article. */
function onePerArticle(sources: readonly ReplySource[]): ReplySource[] {
	const byArticle = Map.groupBy(sources, ({ answer }) => answer.article.id);
	return [...byArticle.values()].map(([first]) => first!);
}
