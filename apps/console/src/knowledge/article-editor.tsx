import type { Article, Gap } from "@supportdesk/client";
import { useEffect, useRef, useState } from "react";
import { useAgentId } from "../api/session.ts";
import { Badge } from "../design/badge.tsx";
import { Button, IconButton } from "../design/button.tsx";
import { classes } from "../design/classes.ts";
import { Skeleton } from "../design/empty.tsx";
import { shownEntries } from "../design/entries.ts";
import { Field, Input, TextArea } from "../design/field.tsx";
import { useText } from "../language/language.tsx";
import styles from "./article-editor.module.css";
import {
	type KeptArticle,
	readKeptArticle,
	useKeepArticle,
} from "./kept-article.ts";
import { Preview } from "./preview.tsx";
import { type ArticleText, useArticleChanges } from "./save-article.ts";

const TABS = ["write", "preview"] as const;
const TITLE_LENGTH_MAX = 255;

interface EditorProps {
	readonly article?: Article;
	readonly gap?: Gap;
}

/** The editor, with what was written before and is not saved. */
export function KeptArticleEditor(props: EditorProps) {
	const { article, gap } = props;
	const agentId = useAgentId();
	const id = article?.id ?? gap?.id ?? "new";
	const [kept, setKept] = useState<KeptArticle | null>();
	useEffect(() => {
		let isCurrent = true;
		void readKeptArticle(agentId, id).then(
			(found) => isCurrent && setKept(found ?? null),
		);
		return () => {
			isCurrent = false;
		};
	}, [agentId, id]);
	if (kept === undefined) return <Skeleton lines={8} />;
	const keeper = { agentId, id, kept };
	return <ArticleEditor {...props} keeper={keeper} />;
}

interface Keeper {
	readonly agentId: string;
	readonly id: string;
	readonly kept: KeptArticle | null;
}

/** Writes an article; one that a gap asks for begins with what customers asked. */
function ArticleEditor({
	article,
	gap,
	keeper: { agentId, id, kept },
}: EditorProps & { readonly keeper: Keeper }) {
	const text = useText();
	const saved = textOf(article, gap);
	const [written, setWritten] = useState(kept?.written ?? saved);
	const [isReminded, setReminded] = useState(kept !== null);
	const [before, setBefore] = useState(saved);
	const [isOvertaken, setOvertaken] = useState(false);
	if (!isSame(before, saved)) {
		// Another agent has saved it, or this one has. What is written here stays.
		setBefore(saved);
		const merged = withChanges(written, before, saved);
		setWritten(merged.text);
		if (merged.hasConflict) setOvertaken(true);
	}
	const [tab, setTab] = useState<(typeof TABS)[number]>("write");
	const keep = useKeepArticle(agentId, id);
	const since = useRef(kept?.since ?? null);
	const change = (next: ArticleText) => {
		setWritten(next);
		if (isSame(written, saved)) since.current = article?.updated_at ?? null;
		const unsaved = { written: next, since: since.current };
		keep(isSame(next, saved) ? undefined : unsaved);
	};
	const changes = useArticleChanges(article, (changed, sent) => {
		keep(undefined);
		setReminded(false);
		setOvertaken(false);
		setWritten((now) => (isSame(now, sent) ? textOf(changed) : now));
	});
	const set = (part: Partial<ArticleText>) => change({ ...written, ...part });
	const discard = () => {
		change(saved);
		setReminded(false);
		setOvertaken(false);
	};
	const isWhole = written.title.trim() !== "" && written.body.trim() !== "";
	const canSave = isWhole && !changes.isBusy;
	return (
		<div className={styles.editor}>
			<header className={styles.header}>
				<IconButton
					className={styles.back}
					icon="left"
					label={text("action.back")}
					onClick={changes.close}
				/>
				<h2>{article ? article.title : text("article.new")}</h2>
				{article && <Badge>{text(`article.status.${article.status}`)}</Badge>}
				<div className={styles.actions}>
					{article && article.status !== "archived" && (
						<Button
							kind="quiet"
							icon="archive"
							disabled={changes.isBusy}
							onClick={changes.archive}
						>
							{text("article.archive")}
						</Button>
					)}
					<Button
						disabled={!canSave}
						onClick={() => changes.save(written, "draft")}
					>
						{text("article.saveDraft")}
					</Button>
					<Button
						kind="primary"
						disabled={!canSave}
						onClick={() => changes.save(written, "published")}
					>
						{text(
							article?.status === "published"
								? "action.save"
								: "article.publish",
						)}
					</Button>
				</div>
			</header>
			{(isReminded || isOvertaken) && !isSame(written, saved) && (
				<p className={styles.unsaved} role="status">
					<span>
						{text("article.unsaved")}{" "}
						{article &&
							(isOvertaken || kept?.since !== article.updated_at) &&
							text("article.changedSince")}
					</span>
					<Button small onClick={discard}>
						{text("article.discard")}
					</Button>
				</p>
			)}
			{gap && <Asked gap={gap} />}
			{changes.broken.length > 0 && (
				<div className={styles.broken} role="alert">
					<strong>{text("article.broken")}</strong>
					<ul>
						{changes.broken.map((question) => (
							<li key={question}>{question}</li>
						))}
					</ul>
				</div>
			)}
			<Field label={text("article.title")} hint={text("article.titleHint")}>
				<Input
					dir="auto"
					maxLength={TITLE_LENGTH_MAX}
					value={written.title}
					onChange={({ target }) => set({ title: target.value })}
				/>
			</Field>
			<div className={styles.tabs}>
				{TABS.map((name) => (
					<button
						key={name}
						type="button"
						aria-pressed={tab === name}
						className={classes(styles.tab, tab === name && styles.current)}
						onClick={() => setTab(name)}
					>
						{text(`article.${name}`)}
					</button>
				))}
			</div>
			<div className={styles.sides} data-tab={tab}>
				<TextArea
					className={styles.body}
					dir="auto"
					aria-label={text("article.body")}
					placeholder={text("article.bodyHint")}
					value={written.body}
					onChange={({ target }) => set({ body: target.value })}
				/>
				<section
					className={styles.preview}
					aria-label={text("article.preview")}
				>
					<Preview markdown={written.body} />
				</section>
			</div>
			<Field label={text("field.tags")} hint={text("article.tagsHint")}>
				<Input
					value={written.tags}
					onChange={({ target }) => set({ tags: target.value })}
				/>
			</Field>
		</div>
	);
}

function textOf(article?: Article, gap?: Gap): ArticleText {
	return {
		title: article?.title ?? titleFor(gap),
		body: article?.body ?? "",
		tags: shownEntries(article?.tags),
	};
}

/** A gap that tickets have opened has a subject in its first line, and a message behind it. */
function titleFor(gap?: Gap): string {
	const [first = ""] = gap?.topic.split("\n", 1) ?? [];
	return [...first].slice(0, TITLE_LENGTH_MAX).join("");
}

function isSame(one: ArticleText, other: ArticleText): boolean {
	return (
		one.title === other.title &&
		one.body === other.body &&
		one.tags === other.tags
	);
}

/** What is written, with another agent's changes of the fields in which nothing is written. */
function withChanges(
	written: ArticleText,
	before: ArticleText,
	saved: ArticleText,
): { text: ArticleText; hasConflict: boolean } {
	let hasConflict = false;
	const fieldOf = (field: keyof ArticleText) => {
		if (written[field] === before[field]) return saved[field];
		hasConflict ||=
			saved[field] !== before[field] && saved[field] !== written[field];
		return written[field];
	};
	const text = {
		title: fieldOf("title"),
		body: fieldOf("body"),
		tags: fieldOf("tags"),
	};
	return { text, hasConflict };
}

/** What customers asked, in their words. */
function Asked({ gap }: { readonly gap: Gap }) {
	const text = useText();
	return (
		<section className={styles.asked}>
			<h3>{text("gap.asked", { count: gap.frequency })}</h3>
			<ul>
				{gap.example_queries.map((query) => (
					<li key={query} dir="auto">
						{query}
					</li>
				))}
			</ul>
		</section>
	);
}
