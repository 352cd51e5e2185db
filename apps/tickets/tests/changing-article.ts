import { ARTICLE } from "./fake-upstreams.ts";
import type { GivenHarness } from "./use-harness.ts";

const NEW_WORDS = {
	...ARTICLE,
	passages: ["Refunds take three days."],
	version: "second",
};

/** What happens to the article that drafts quote. @param given what the test file has once its hooks have run */
export function changingArticle(given: () => GivenHarness) {
	let sequence = 0;
	return {
		/** From now on the article says something else. */
		edit() {
			const { upstreams } = given().harness;
			upstreams.findPassages = async () => ({ articles: [NEW_WORDS] });
			upstreams.listArticleVersions = async ({ articleIds }) => ({
				articles: articleIds.map((articleId) => ({
					articleId,
					version: NEW_WORDS.version,
				})),
			});
		},
		/** From now on there is no article. */
		withdraw() {
			const { upstreams } = given().harness;
			upstreams.findPassages = async () => ({ articles: [] });
			upstreams.listArticleVersions = async () => ({ articles: [] });
		},
		/** Resolves when the service has heard that an article of these tickets changed, and has done what it does then. */
		async report(...ticketIds: string[]) {
			const { harness, workspace } = given();
			const tickets = ticketIds.map((ticketId) => {
				sequence += 1;
				return {
					sequence,
					workspaceId: workspace.id,
					ticketId,
					articleChanged: true,
				};
			});
			const last = sequence;
			const heard = Promise.withResolvers<void>();
			harness.upstreams.listAnsweredTickets = async ({ after, limit }) => {
				if (after >= last) heard.resolve();
				const rest = tickets.filter((one) => one.sequence > after);
				return { tickets: rest.slice(0, limit) };
			};
			await heard.promise;
		},
	};
}
