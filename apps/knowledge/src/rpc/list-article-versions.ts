import type { ListArticleVersionsRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { lookup } from "@supportdesk/pg/lookup.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { selectVersions } from "../store/articles.ts";

/** Called by the tickets service before it releases a draft that quotes the articles. */
export function listArticleVersions({ db }: Pick<Deps, "db">) {
	return async (
		{ articleIds }: ListArticleVersionsRequest,
		context: CallContext,
	) => {
		const articles = await lookup(
			db,
			context,
			selectVersions(context.workspaceId, articleIds),
		);
		return { articles };
	};
}
