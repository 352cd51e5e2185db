import * as Popover from "@radix-ui/react-popover";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { desk } from "../api/desk.ts";
import { Skeleton } from "../design/empty.tsx";
import { Failed } from "../design/failed.tsx";
import { useText } from "../language/language.tsx";
import styles from "./evidence.module.css";
import type { NumberedSource } from "./sentences.ts";

const AROUND_CHARACTERS = 160;

/** The number behind a sentence; it opens the passage that the sentence rests on. */
export function Evidence({ source }: { readonly source: NumberedSource }) {
	const text = useText();
	return (
		<Popover.Root>
			<Popover.Trigger
				className={styles.number}
				aria-label={text("draft.source", {
					number: source.number,
					title: source.title,
				})}
			>
				{source.number}
			</Popover.Trigger>
			<Popover.Portal>
				<Popover.Content
					className={styles.evidence}
					aria-label={source.title}
					sideOffset={6}
					collisionPadding={12}
				>
					<Passage source={source} />
				</Popover.Content>
			</Popover.Portal>
		</Popover.Root>
	);
}

function Passage({ source }: { readonly source: NumberedSource }) {
	const text = useText();
	const { articleId, title, start, end } = source;
	const query = useQuery({
		queryKey: ["article", articleId, "text"],
		queryFn: ({ signal }) =>
			desk.knowledge.articles.getText(articleId, { signal }),
	});
	const { data } = query;
	const characters = [...(data?.text ?? "")];
	const from = Math.max(0, start - AROUND_CHARACTERS);
	return (
		<>
			<h4 className={styles.title}>{title}</h4>
			{query.isPending ? (
				<Skeleton lines={3} />
			) : query.isError ? (
				<Failed query={query} />
			) : (
				<p className={styles.passage}>
					{from > 0 && "… "}
					{characters.slice(from, start).join("")}
					<mark>{characters.slice(start, end).join("")}</mark>
					{characters.slice(end, end + AROUND_CHARACTERS).join("")}
					{end + AROUND_CHARACTERS < characters.length && " …"}
				</p>
			)}
			<Link to="/knowledge/$articleId" params={{ articleId }}>
				{text("draft.openArticle")}
			</Link>
		</>
	);
}
