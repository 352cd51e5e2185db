import type { ConversationWithMessages } from "@supportdesk/client";
import {
	type DragEvent,
	type Ref,
	useImperativeHandle,
	useRef,
	useState,
} from "react";
import { useAgentId } from "../api/session.ts";
import { Badge } from "../design/badge.tsx";
import { Button, IconButton, withKey } from "../design/button.tsx";
import { classes } from "../design/classes.ts";
import { useText } from "../language/language.tsx";
import styles from "./composer.module.css";
import { FileChips, useFiles } from "./files.tsx";
import { Guard, useGuard } from "./guard.tsx";
import {
	CHANGES,
	emptied,
	type Mode,
	withMore,
	withMoreChanges,
} from "./kept-text.ts";
import { MacroMenu } from "./macro-menu.tsx";
import { useSend } from "./send.ts";
import { useTyped } from "./use-typed.ts";

export interface ComposerHandle {
	focus(mode: Mode): void;
	openMacros(): void;
	/** Puts a draft's text behind what is typed, to be sent as an edited draft. */
	edit(draftId: string, body: string): void;
}

interface ComposerProps {
	readonly conversation: ConversationWithMessages;
	readonly ref: Ref<ComposerHandle>;
	/** Called at every key that changes the text. */
	readonly onTyping: () => void;
}

const MODES = ["reply", "note"] as const;

export function Composer({ conversation, ref, onTyping }: ComposerProps) {
	const text = useText();
	const agentId = useAgentId();
	const { id } = conversation;
	const { typed, ...kept } = useTyped(agentId, id);
	const { change } = kept.store;
	const { mode } = typed;
	const changes = typed[CHANGES[mode]];
	const [isMacroOpen, setMacroOpen] = useState(false);
	const files = useFiles(agentId, id);
	const isReady = kept.isReady && files.isReady;
	const field = useRef<HTMLTextAreaElement>(null);
	const guard = useGuard(conversation, typed, change, agentId);
	const send = useSend(agentId, conversation);
	useImperativeHandle(ref, () => ({
		focus(chosen) {
			change({ mode: chosen });
			// At once: the next key is typed already.
			field.current?.focus();
		},
		openMacros: () => setMacroOpen(true),
		edit(draftId, body) {
			// What the agent has typed or changed stays.
			if (typed.draftId === draftId) change({ mode: "reply" });
			else
				change({
					mode: "reply",
					reply: withMore(typed.reply, body),
					draftId,
					seenId: guard.latestId,
				});
			field.current?.focus();
		},
	}));
	const body = typed[mode];
	const canSend = isReady && body.trim() !== "" && !send.isPending;
	const submit = () => {
		if (!canSend) return;
		if (guard.news.length > 0) return guard.point();
		send.mutate({ typed, files: files.all, seenId: guard.seenId });
	};
	return (
		<section
			ref={reserveHeight}
			className={classes(styles.composer, styles[mode])}
			aria-label={text("composer.title")}
			onDragOver={(event) => hasFiles(event) && event.preventDefault()}
			onDrop={(event) => {
				if (!hasFiles(event)) return;
				event.preventDefault();
				files.add(event.dataTransfer.files);
			}}
		>
			{guard.news.length > 0 && <Guard guard={guard} />}
			<div className={styles.modes}>
				{MODES.map((name) => (
					<button
						key={name}
						type="button"
						aria-pressed={mode === name}
						className={classes(styles.mode, mode === name && styles.current)}
						title={withKey(
							text(`composer.${name}`),
							name === "reply" ? "r" : "n",
						)}
						onClick={() => change({ mode: name })}
					>
						{text(`composer.${name}`)}
						{name !== mode && typed[name] !== "" && (
							<span className={styles.dot} title={text("composer.kept")} />
						)}
					</button>
				))}
				{mode === "reply" && typed.draftId && (
					<Badge tone="accent">{text("composer.editsDraft")}</Badge>
				)}
			</div>
			<textarea
				ref={field}
				className={styles.field}
				dir="auto"
				aria-label={text(`composer.${mode}`)}
				placeholder={text(`composer.${mode}Hint`, {
					name: conversation.contact.name,
				})}
				rows={3}
				maxLength={100_000}
				value={body}
				onChange={({ target }) => {
					// Another text is no edited draft, and no macro's.
					const isNew = target.value === "";
					change({
						[mode]: target.value,
						seenId: guard.seenId,
						...(isNew && emptied(mode)),
					});
					onTyping();
				}}
				onPaste={(event) => {
					const { types, files: pasted } = event.clipboardData;
					// Office programs add a picture of the text that was copied.
					if (types.includes("text/plain") || pasted.length === 0) return;
					event.preventDefault();
					files.add(pasted);
				}}
				onKeyDown={(event) => {
					if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
						submit();
					else if (event.key === "Escape") field.current?.blur();
				}}
			/>
			<FileChips files={files} />
			<div className={styles.tools}>
				<MacroMenu
					ticketId={id}
					open={isMacroOpen}
					onOpenChange={setMacroOpen}
					onInsert={(macro) => {
						const target = macro.mode ?? mode;
						const made = CHANGES[target];
						change({
							mode: target,
							seenId: guard.seenId,
							[target]: withMore(typed[target], macro.body),
							[made]: withMoreChanges(typed[made], macro.changes),
						});
						requestAnimationFrame(() => field.current?.focus());
					}}
				/>
				<IconButton
					icon="clip"
					label={text("composer.attach")}
					onClick={files.choose}
				/>
				{changes && (
					<span className={styles.changes}>
						{text("composer.changes")}
						<IconButton
							icon="close"
							label={text("composer.dropChanges")}
							onClick={() => change({ [CHANGES[mode]]: undefined })}
						/>
					</span>
				)}
				<span className={styles.hint}>{text("composer.sendHint")}</span>
				<Button
					kind="primary"
					icon={mode === "reply" ? "send" : "note"}
					disabled={!canSend}
					onClick={submit}
				>
					{text(
						send.isPending
							? "composer.sending"
							: mode === "reply"
								? "composer.send"
								: "composer.addNote",
					)}
				</Button>
			</div>
		</section>
	);
}

/** Text that is dragged goes where the browser puts it. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
	return dataTransfer.types.includes("Files");
}

/** Keeps what is said at the bottom of the window above the composer, whose button is there. */
function reserveHeight(composer: HTMLElement) {
	const { style } = document.documentElement;
	const observer = new ResizeObserver(() =>
		style.setProperty("--composer-height", `${composer.offsetHeight}px`),
	);
	observer.observe(composer);
	return () => {
		observer.disconnect();
		style.removeProperty("--composer-height");
	};
}
