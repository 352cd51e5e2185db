import {
	ApiError,
	type ConversationWithMessages,
	type Message,
	toAttachment,
} from "@supportdesk/client";
import { useMutation } from "@tanstack/react-query";
import {
	conversation as conversationQuery,
	draft as draftQuery,
} from "../api/conversations.ts";
import { desk } from "../api/desk.ts";
import { queryClient } from "../api/query-client.ts";
import { showSent } from "../conversation/show-sent.ts";
import { useToasts } from "../design/toasts.tsx";
import { showTicket } from "../inbox/rows.ts";
import { useText } from "../language/language.tsx";
import { messageOf } from "../language/message-of.ts";
import type { ChosenFile } from "./kept-files.ts";
import {
	type Attempt,
	CHANGES,
	type MacroChanges,
	type Typed,
} from "./kept-text.ts";

export interface Composed {
	readonly typed: Typed;
	readonly files: readonly ChosenFile[];
	readonly seenId: string | undefined;
}

type Note = (attempt: Attempt) => Promise<void>;

/**
 * Sends what is composed. What is typed stays until the desk has it.
 *
 * @param note keeps an attempt while nothing is known of it: repeated after a reload it is the same one
 */
export function useSend(
	{ id }: ConversationWithMessages,
	note: Note,
	onSent: (sent: Composed) => void,
) {
	const text = useText();
	const { say, warn } = useToasts();
	return useMutation({
		mutationFn: async (composed: Composed) => {
			const message = await sendOnce(id, composed, note);
			const { typed } = composed;
			const changes = typed[CHANGES[typed.mode]];
			if (changes) await applyChanges(id, changes);
			return message;
		},
		// Offline it fails at once, and says so.
		networkMode: "always",
		onSuccess: (message, sent) => {
			const { mode } = sent.typed;
			onSent(sent);
			showSent(id, message);
			// An agent's reply retracts the draft.
			if (mode === "reply")
				queryClient.setQueryData(draftQuery(id).queryKey, null);
			say(text(mode === "note" ? "composer.noted" : "composer.sent"));
		},
		onError: (error) => {
			if (!isNewerMessage(error))
				warn(`${text("composer.notSent")} ${messageOf(error)}`);
			void queryClient.invalidateQueries(conversationQuery(id));
		},
	});
}

/** All attempts at one message share a key, so that it is sent once; another text is another message. */
async function sendOnce(
	id: string,
	composed: Composed,
	note: Note,
): Promise<Message> {
	const content = contentOf(composed);
	const earlier = composed.typed.attempt;
	if (earlier?.content === content) {
		try {
			return await send(id, composed, earlier);
		} catch (error) {
			// It has not been carried out, and the agent has read on since.
			const isOld = isNewerMessage(error) && earlier.seenId !== composed.seenId;
			if (!isOld) throw error;
		}
	}
	const { seenId } = composed;
	const idempotencyKey = `console-${randomText()}`;
	const attempt = { content, seenId, idempotencyKey };
	await note(attempt);
	return send(id, composed, attempt);
}

function contentOf({ typed, files }: Composed): string {
	const { mode, draftId } = typed;
	const names = files.map(({ file }) => [file.name, file.size]);
	return JSON.stringify([mode, typed[mode], draftId, names]);
}

function isNewerMessage(error: unknown): boolean {
	return error instanceof ApiError && error.code === "newer_message";
}

async function send(
	id: string,
	{ typed, files }: Composed,
	{ seenId, idempotencyKey }: Attempt,
): Promise<Message> {
	const body = typed[typed.mode];
	if (typed.mode === "reply" && typed.draftId && files.length === 0) {
		const approval = await desk.drafts.approve(
			id,
			{ draft_id: typed.draftId, body, if_last_message_id: seenId },
			{ idempotencyKey },
		);
		return approval.message;
	}
	const attachments = await Promise.all(
		files.map(({ file }) => toAttachment(file.name, file)),
	);
	return desk.conversations.createMessage(
		id,
		{
			type: typed.mode === "note" ? "note" : "outbound",
			body,
			if_last_message_id: seenId,
			...(attachments.length > 0 && { attachments }),
		},
		{ idempotencyKey },
	);
}

/** What the macro says of the ticket. */
async function applyChanges(id: string, changes: MacroChanges): Promise<void> {
	const { tags = [], ...fields } = changes;
	if (tags.length > 0) await desk.tickets.addTags(id, { tags });
	if (Object.keys(fields).length > 0)
		showTicket(await desk.tickets.update(id, fields));
}

function randomText(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(
		"",
	);
}
