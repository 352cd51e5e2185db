import type { Article, ChangedArticle } from "@supportdesk/client";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { desk } from "../api/desk.ts";
import { queryClient } from "../api/query-client.ts";
import { shownEntries, typedEntries } from "../design/entries.ts";
import { useToasts } from "../design/toasts.tsx";
import { useText } from "../language/language.tsx";
import { messageOf } from "../language/message-of.ts";
import { article as articleQuery } from "./articles.ts";

/** As it is typed. */
export interface ArticleText {
	readonly title: string;
	readonly body: string;
	/** Separated by commas. */
	readonly tags: string;
}

type Change =
	| {
			readonly kind: "save";
			readonly written: ArticleText;
			readonly status: "published" | "draft";
	  }
	| { readonly kind: "archive" };

// A new article's own page is open by then.
const OPENED_MS = 10_000;

/** The questions of tests that the latest change of an article has broken. */
const brokenTests = (articleId: string | undefined) =>
	queryOptions({
		queryKey: ["broken-tests", articleId],
		queryFn: (): readonly string[] => [],
		enabled: false,
		gcTime: OPENED_MS,
	});

/** @param onSaved is called before another page may open */
export function useArticleChanges(
	article: Article | undefined,
	onSaved: (changed: Article, sent: ArticleText) => void,
) {
	const text = useText();
	const navigate = useNavigate();
	const { say, warn } = useToasts();
	const { data: broken = [] } = useQuery(brokenTests(article?.id));
	const close = () => void navigate({ to: "/knowledge" });
	const { mutate, isPending } = useMutation({
		mutationFn: (change: Change) => run(article, change),
		// Offline it fails at once, and says so.
		networkMode: "always",
		onError: (error) => warn(messageOf(error)),
		onSuccess: (changed: ChangedArticle, change) => {
			queryClient.setQueryData(articleQuery(changed.id).queryKey, changed);
			void queryClient.invalidateQueries({ queryKey: ["articles"] });
			// A new article gets an editor of its own.
			queryClient.setQueryData(
				brokenTests(changed.id).queryKey,
				changed.broken_tests?.map(({ question }) => question) ?? [],
			);
			if (change.kind === "archive") {
				// Archived articles have no such button.
				const status = article!.status === "draft" ? "draft" : "published";
				const restore = () =>
					void desk.knowledge.articles.update(changed.id, { status }).then(
						(restored) => {
							const { queryKey } = articleQuery(changed.id);
							queryClient.setQueryData(queryKey, restored);
							void queryClient.invalidateQueries({ queryKey: ["articles"] });
						},
						(error) => warn(messageOf(error)),
					);
				say(text("article.archived"), restore);
			} else {
				onSaved(changed, change.written);
				say(text(`article.saved.${change.status}`));
				if (!article)
					void navigate({
						to: "/knowledge/$articleId",
						params: { articleId: changed.id },
						replace: true,
					});
			}
		},
	});
	return {
		broken,
		close,
		isBusy: isPending,
		save: (written: ArticleText, status: "published" | "draft") =>
			mutate({ kind: "save", written, status }),
		archive: () => mutate({ kind: "archive" }),
	};
}

function run(
	article: Article | undefined,
	change: Change,
): Promise<ChangedArticle> {
	const { articles } = desk.knowledge;
	if (change.kind === "archive") return articles.archive(article!.id);
	const { title, body, tags } = change.written;
	const { status } = change;
	const typedTags = typedEntries(tags, article?.tags);
	if (!article)
		return articles.create({
			title: title.trim(),
			body,
			tags: typedTags,
			status,
		});
	// What is as it was is not sent: another agent may have changed it.
	return articles.update(article.id, {
		...(title !== article.title && { title: title.trim() }),
		...(body !== article.body && { body }),
		...(tags !== shownEntries(article.tags) && { tags: typedTags }),
		status,
	});
}
