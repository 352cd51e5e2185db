import type { ConversationWithMessages, Draft } from "@supportdesk/client";
import { useMutation } from "@tanstack/react-query";
import { useMemo } from "react";
import { draft as draftQuery } from "../api/conversations.ts";
import { desk } from "../api/desk.ts";
import { queryClient } from "../api/query-client.ts";
import { Badge } from "../design/badge.tsx";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { useToasts } from "../design/toasts.tsx";
import { useText } from "../language/language.tsx";
import { messageOf } from "../language/message-of.ts";
import styles from "./draft-card.module.css";
import { Evidence } from "./evidence.tsx";
import { piecesOf } from "./sentences.ts";
import { showSent } from "./show-sent.ts";

interface DraftCardProps {
	readonly draft: Draft;
	readonly conversation: ConversationWithMessages;
	/** Puts the text into the composer, to be sent in the draft's place. */
	readonly onEdit: (body: string) => void;
}

/** The reply that the desk proposes, each sentence with the passage of the knowledge base that it rests on. */
export function DraftCard({ draft, conversation, onEdit }: DraftCardProps) {
	const text = useText();
	const { say, warn } = useToasts();
	const { id, messages } = conversation;
	const showDraft = (shown: Draft) =>
		queryClient.setQueryData(draftQuery(id).queryKey, shown);
	const approve = useApproval(draft, messages.at(-1)?.id);
	const discard = useMutation({
		mutationFn: () => desk.drafts.discard(id),
		networkMode: "always",
		onSuccess: (discarded) => {
			showDraft(discarded);
			say(text("draft.discarded"));
		},
		onError: (error) => warn(messageOf(error)),
	});
	const isBusy = approve.isPending || discard.isPending;
	return (
		<section
			className={styles.draft}
			aria-label={text("draft.title")}
			data-draft={draft.id}
		>
			<header className={styles.header}>
				<Icon name="draft" />
				<h3>{text("draft.title")}</h3>
				<Badge tone="accent">
					{text("draft.confidence", { percent: Math.round(draft.confidence) })}
				</Badge>
			</header>
			<div className={styles.body}>
				{piecesOf(draft).map((piece) =>
					piece.kind === "space" ? (
						piece.text
					) : (
						<span
							key={piece.key}
							className={piece.isUnsupported ? styles.unsupported : undefined}
							title={
								piece.isUnsupported ? text("draft.unsupported") : undefined
							}
						>
							{piece.text}
							{piece.sources.map((source) => (
								<Evidence key={source.number} source={source} />
							))}
						</span>
					),
				)}
			</div>
			<footer className={styles.actions}>
				<Button
					kind="primary"
					icon="send"
					disabled={isBusy}
					onClick={() => approve.mutate()}
				>
					{text("draft.send")}
				</Button>
				<Button
					icon="edit"
					disabled={isBusy}
					onClick={() => onEdit(draft.body)}
				>
					{text("draft.edit")}
				</Button>
				<Button
					kind="quiet"
					icon="trash"
					disabled={isBusy}
					onClick={() => discard.mutate()}
				>
					{text("draft.discard")}
				</Button>
			</footer>
		</section>
	);
}

function useApproval(draft: Draft, lastMessageId: string | undefined) {
	const text = useText();
	const { say, warn } = useToasts();
	const id = draft.conversation_id;
	// One key for all attempts at one draft: it is sent once, however often the button is pressed. After another message it is
	// another request.
	const key = useMemo(
		() => `approve-${draft.id}-${lastMessageId}-${Date.now()}`,
		[draft.id, lastMessageId],
	);
	return useMutation({
		mutationFn: () =>
			desk.drafts.approve(
				id,
				{ draft_id: draft.id, if_last_message_id: lastMessageId },
				{ idempotencyKey: key },
			),
		// Offline it fails at once, and says so: later it would be sent without the agent.
		networkMode: "always",
		onSuccess: ({ draft: approved, message }) => {
			queryClient.setQueryData(draftQuery(id).queryKey, approved);
			showSent(id, message);
			say(text("draft.sent"));
		},
		onError: (error) => {
			warn(messageOf(error));
			void queryClient.invalidateQueries({ queryKey: ["conversation", id] });
			void queryClient.invalidateQueries({ queryKey: ["draft", id] });
		},
	});
}
