import type { Gap } from "@supportdesk/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Badge } from "../design/badge.tsx";
import { Empty, Skeleton } from "../design/empty.tsx";
import { Failed } from "../design/failed.tsx";
import { Icon } from "../design/icon.tsx";
import { More } from "../design/more.tsx";
import { Page } from "../design/page.tsx";
import { Switch } from "../design/switch.tsx";
import { Time } from "../design/time.tsx";
import { useText } from "../language/language.tsx";
import { GAP_STATUSES, gaps } from "./gap-list.ts";
import styles from "./gaps.module.css";

/** What customers asked for and no article answers, the most frequent first. */
export function Gaps() {
	const text = useText();
	const [status, setStatus] = useState<(typeof GAP_STATUSES)[number]>("open");
	const query = useInfiniteQuery(gaps(status));
	const all = query.data?.pages.flatMap((page) => page.data);
	return (
		<Page
			title={text("place.gaps")}
			lead={text("gap.lead")}
			actions={
				<Switch
					label={text("field.status")}
					value={status}
					options={GAP_STATUSES.map((value) => [value, text(`gap.${value}`)])}
					onChange={setStatus}
				/>
			}
		>
			{query.isPending && <Skeleton lines={8} />}
			{query.isError && <Failed query={query} />}
			{all?.length === 0 && (
				<Empty icon="check" title={text(`gap.none.${status}`)} />
			)}
			<ul className={styles.gaps}>
				{all?.map((gap) => (
					<li key={gap.id}>
						<GapCard gap={gap} />
					</li>
				))}
			</ul>
			<More list={query} />
		</Page>
	);
}

function GapCard({ gap }: { readonly gap: Gap }) {
	const text = useText();
	return (
		<article className={styles.gap} aria-label={gap.topic}>
			<header className={styles.header}>
				<h2 dir="auto">{gap.topic}</h2>
				<Badge tone={gap.status === "open" ? "warning" : "success"}>
					{text("gap.frequency", { count: gap.frequency })}
				</Badge>
			</header>
			<ul className={styles.queries}>
				{gap.example_queries.map((query) => (
					<li key={query} dir="auto">
						{query}
					</li>
				))}
			</ul>
			<footer className={styles.footer}>
				{gap.status === "open" ? (
					<Link
						className={styles.write}
						to="/knowledge/$articleId"
						params={{ articleId: "new" }}
						search={{ gap: gap.id }}
					>
						<Icon name="edit" size={16} /> {text("gap.write")}
					</Link>
				) : (
					gap.resolved_by_article_id && (
						<Link
							to="/knowledge/$articleId"
							params={{ articleId: gap.resolved_by_article_id }}
						>
							{text("gap.answer")}
						</Link>
					)
				)}
				{gap.ticket_ids.length > 0 && (
					<Link
						to="/inbox/$view/$ticketId"
						params={{ view: "all", ticketId: gap.ticket_ids[0]! }}
					>
						{text("gap.ticket")}
					</Link>
				)}
				<span className={styles.seen}>
					{text("gap.last")} <Time at={gap.last_seen_at} ago />
				</span>
			</footer>
		</article>
	);
}
