import {
	type ConversationWithMessages,
	NotFoundError,
} from "@supportdesk/client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { conversation, draft as draftQuery } from "../api/conversations.ts";
import { Composer, type ComposerHandle } from "../composer/composer.tsx";
import { classes } from "../design/classes.ts";
import { Empty, Skeleton } from "../design/empty.tsx";
import { Failed } from "../design/failed.tsx";
import { readSetting, writeSetting } from "../design/settings.ts";
import { useTitle } from "../design/use-title.ts";
import { useText } from "../language/language.tsx";
import { useEscape, useShortcuts } from "../shell/shortcuts.ts";
import styles from "./conversation-pane.module.css";
import { DeletedNotice } from "./deleted-notice.tsx";
import { Details } from "./details.tsx";
import { DraftCard } from "./draft-card.tsx";
import { Header } from "./header.tsx";
import { MergedNotice } from "./merged-notice.tsx";
import { Thread } from "./thread.tsx";
import { useTicketChange } from "./ticket-change.ts";
import { useOwnPresence } from "./use-own-presence.ts";

interface PaneProps {
	readonly id: string;
	/** Keys are for the selected conversations then. */
	readonly hasSelection: boolean;
	readonly onBack: () => void;
	/** To the next conversation, when this one is done with. */
	readonly onNext: () => void;
}

export function ConversationPane({ id, ...rest }: PaneProps) {
	const text = useText();
	const query = useQuery(conversation(id));
	const { data, error } = query;
	const isGone = error instanceof NotFoundError;
	if (data) return <Loaded conversation={data} isDeleted={isGone} {...rest} />;
	if (isGone) return <Empty icon="warning" title={text("conversation.gone")} />;
	return error ? <Failed query={query} /> : <Skeleton lines={10} />;
}

function Loaded({
	conversation,
	isDeleted,
	hasSelection,
	onBack,
	onNext,
}: Omit<PaneProps, "id"> & {
	readonly conversation: ConversationWithMessages;
	readonly isDeleted: boolean;
}) {
	const text = useText();
	const { id, status } = conversation;
	useTitle(conversation.subject);
	const { data: draft } = useQuery({
		...draftQuery(id),
		enabled: conversation.ai.draft_ready,
	});
	const composer = useRef<ComposerHandle>(null);
	const article = useRef<HTMLElement>(null);
	useEffect(() => {
		// The button that led here is gone with the conversation before.
		if (document.activeElement === document.body)
			article.current?.focus({ preventScroll: true });
	}, []);
	const [isAssigning, setAssigning] = useState(false);
	const [hasDetails, setDetails] = useState(readSetting("details") !== "off");
	const [isSheetOpen, setSheetOpen] = useState(false);
	const change = useTicketChange(id);
	const noteTyping = useOwnPresence(id);
	const resolve = () => {
		if (status === "resolved")
			change({ status: "open" }, text("done.reopened"));
		else {
			change({ status: "resolved" }, text("done.resolved"));
			onNext();
		}
	};
	const details = useRef<HTMLElement>(null);
	useEffect(() => {
		if (!isSheetOpen || !isSheet()) return;
		const opener = document.activeElement;
		details.current?.focus();
		return () => {
			if (opener instanceof HTMLElement) opener.focus();
		};
	}, [isSheetOpen]);
	const toggleDetails = () => {
		setSheetOpen(!isSheetOpen);
		setDetails(!hasDetails);
		writeSetting("details", hasDetails ? "off" : "on");
	};
	useEscape(isSheetOpen && isSheet(), toggleDetails);
	useShortcuts({
		r: () => composer.current?.focus("reply"),
		n: () => composer.current?.focus("note"),
		m: () => composer.current?.openMacros(),
		a: hasSelection ? undefined : () => setAssigning(true),
		e: hasSelection ? undefined : resolve,
		d: () =>
			document.querySelector<HTMLElement>("[data-draft] button")?.focus(),
	});
	const isReady =
		conversation.ai.draft_ready && draft?.status === "ready" && !draft.stale;
	return (
		<div
			className={classes(
				styles.pane,
				hasDetails && styles.detailed,
				isSheetOpen && styles.sheet,
			)}
		>
			<article
				ref={article}
				className={styles.conversation}
				tabIndex={-1}
				aria-label={conversation.subject}
			>
				<Header
					conversation={conversation}
					isAssigning={isAssigning}
					onAssigning={setAssigning}
					onBack={onBack}
					onResolve={resolve}
					onDetails={toggleDetails}
				/>
				{isDeleted && <DeletedNotice id={id} />}
				{conversation.merged_into && (
					<MergedNotice id={id} into={conversation.merged_into} />
				)}
				<Thread conversation={conversation}>
					{isReady && (
						<DraftCard
							key={draft.id}
							draft={draft}
							conversation={conversation}
							onEdit={(body) => composer.current?.edit(draft.id, body)}
						/>
					)}
				</Thread>
				<Composer
					key={id}
					ref={composer}
					conversation={conversation}
					onTyping={noteTyping}
				/>
			</article>
			<Details
				ref={details}
				conversation={conversation}
				onClose={toggleDetails}
			/>
		</div>
	);
}

/** Whether the details are above the conversation, and not beside it. */
function isSheet(): boolean {
	return matchMedia("(max-width: 89.98rem)").matches;
}
