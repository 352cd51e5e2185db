import type { Article, Gap } from "@supportdesk/client";
import { useState } from "react";
import { Badge } from "../design/badge.tsx";
import { Button, IconButton } from "../design/button.tsx";
import { classes } from "../design/classes.ts";
import { Field, Input, TextArea } from "../design/field.tsx";
import { useText } from "../language/language.tsx";
import styles from "./article-editor.module.css";
import { Preview } from "./preview.tsx";
import { type ArticleText, useArticleChanges } from "./save-article.ts";

const TABS = ["write", "preview"] as const;

/** Writes an article; one that a gap asks for begins with what customers asked. */
export function ArticleEditor({
	article,
	gap,
}: {
	readonly article?: Article;
	readonly gap?: Gap;
}) {
	const text = useText();
	const [written, setWritten] = useState<ArticleText>({
		title: article?.title ?? gap?.topic ?? "",
		body: article?.body ?? "",
		tags: article?.tags.join(", ") ?? "",
	});
	const [tab, setTab] = useState<(typeof TABS)[number]>("write");
	const changes = useArticleChanges(article);
	const set = (part: Partial<ArticleText>) =>
		setWritten({ ...written, ...part });
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
					maxLength={255}
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

/** What customers asked, in their words. */
function Asked({ gap }: { readonly gap: Gap }) {
	const text = useText();
	return (
		<section className={styles.asked}>
			<h3>{text("gap.asked", { count: gap.frequency })}</h3>
			<ul>
				{gap.example_queries.map((query) => (
					<li key={query}>{query}</li>
				))}
			</ul>
		</section>
	);
}
