import { helpCentreQuestions, UNANSWERED_QUESTIONS } from "./help-centre.ts";
import type { Contender } from "./measure.ts";

/**
 * The questions of the help centre that the contender answers. @throws Error when it answers none, or one without an
 * answer: then the cases would not measure what their names say.
 */
export async function findAnsweredQuestions({
	url,
	customers,
}: Contender): Promise<string[]> {
	const { headers, targets } = customers[0]!;
	const { searchPath } = targets;
	if (searchPath === undefined) return [];
	const isAnswered = async (query: string) => {
		const response = await fetch(url + searchPath, {
			method: "POST",
			headers: { ...headers, "Content-Type": "application/json" },
			body: JSON.stringify({ query }),
		});
		const { results } = (await response.json()) as { results: unknown[] };
		return results.length > 0;
	};
	const answered: string[] = [];
	for (const question of helpCentreQuestions())
		if (await isAnswered(question)) answered.push(question);
	if (answered.length === 0) throw new Error("search answers nothing");
	for (const question of UNANSWERED_QUESTIONS)
		if (await isAnswered(question)) throw new Error(`answered: ${question}`);
	return answered;
}
