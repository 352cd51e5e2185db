import { type Article, NotFoundError } from "@supportdesk/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Badge, type Tone } from "../design/badge.tsx";
import { Empty, Skeleton } from "../design/empty.tsx";
import { Failed } from "../design/failed.tsx";
import { Input, Select } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { More } from "../design/more.tsx";
import { Split, SplitItem } from "../design/split.tsx";
import { useSearchText } from "../design/use-search-text.ts";
import { gap as gapQuery } from "../gaps/gap-list.ts";
import { useText } from "../language/language.tsx";
import { KeptArticleEditor } from "./article-editor.tsx";
import {
	ARTICLE_STATUSES,
	type ArticleStatus,
	article,
	articles,
} from "./articles.ts";
import styles from "./knowledge.module.css";

const TONES: Readonly<Record<Article["status"], Tone>> = {
	published: "success",
	draft: "warning",
	archived: "neutral",
};

export function Knowledge() {
	const text = useText();
	const { articleId } = useParams({ strict: false });
	const [status, setStatus] = useState<ArticleStatus>("all");
	const [q, setQ] = useState<string>();
	const [typed, setTyped] = useSearchText(q, setQ);
	const list = useInfiniteQuery(articles(status, q));
	const all = list.data?.pages.flatMap((page) => page.data) ?? [];
	return (
		<Split
			title={text("place.knowledge")}
			actions={
				<Link
					className={styles.new}
					to="/knowledge/$articleId"
					params={{ articleId: "new" }}
				>
					<Icon name="plus" size={16} /> {text("article.new")}
				</Link>
			}
			tools={
				<>
					<Input
						type="search"
						aria-label={text("article.search")}
						placeholder={text("article.search")}
						maxLength={255}
						value={typed}
						onChange={({ target }) => setTyped(target.value)}
					/>
					<Select
						aria-label={text("field.status")}
						value={status}
						onChange={({ target }) =>
							setStatus(
								ARTICLE_STATUSES.find((each) => each === target.value) ?? "all",
							)
						}
					>
						{ARTICLE_STATUSES.map((value) => (
							<option key={value} value={value}>
								{text(`article.status.${value}`)}
							</option>
						))}
					</Select>
				</>
			}
			list={
				list.isPending ? (
					<Skeleton lines={8} />
				) : list.isError ? (
					<Failed query={list} />
				) : (
					<>
						{all.length === 0 && (
							<Empty
								icon="book"
								title={text(q ? "article.notFound" : `article.none.${status}`)}
							/>
						)}
						<ul>
							{all.map((each) => (
								<li key={each.id}>
									<Link
										to="/knowledge/$articleId"
										params={{ articleId: each.id }}
									>
										<SplitItem
											title={each.title}
											mark={
												each.status !== "published" && (
													<Badge tone={TONES[each.status]}>
														{text(`article.status.${each.status}`)}
													</Badge>
												)
											}
											meta={[
												text("article.words", { count: each.word_count }),
												text("article.found", { count: each.retrieval_count }),
											].join(" · ")}
										/>
									</Link>
								</li>
							))}
						</ul>
						<More list={list} />
					</>
				)
			}
			detail={articleId && <Chosen key={articleId} id={articleId} />}
			placeholder={
				<Empty icon="book" title={text("article.none")}>
					{text("article.noneHint")}
				</Empty>
			}
		/>
	);
}

function Chosen({ id }: { readonly id: string }) {
	const text = useText();
	const isNew = id === "new";
	const { gap: gapId } = useSearch({ from: "/desk/knowledge" });
	const query = useQuery({ ...article(id), enabled: !isNew });
	const { data, error } = query;
	const { data: gap, isPending } = useQuery({
		...gapQuery(gapId ?? ""),
		enabled: isNew && gapId !== undefined,
	});
	if (isNew) {
		if (gapId && isPending) return <Skeleton />;
		return <KeptArticleEditor key={gapId} gap={gap ?? undefined} />;
	}
	if (data) return <KeptArticleEditor article={data} />;
	if (error instanceof NotFoundError)
		return <Empty icon="warning" title={text("article.gone")} />;
	return error ? <Failed query={query} /> : <Skeleton lines={8} />;
}
