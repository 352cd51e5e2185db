import {
	ApiError,
	type ConversationWithMessages,
	type Message,
	toAttachment,
} from "@supportdesk/client";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import {
	conversation as conversationQuery,
	draft as draftQuery,
} from "../api/conversations.ts";
import { desk, messageOf } from "../api/desk.ts";
import { queryClient } from "../api/query-client.ts";
import { showSent } from "../conversation/show-sent.ts";
import { useToasts } from "../design/toasts.tsx";
import { showTicket } from "../inbox/rows.ts";
import { useText } from "../language/language.tsx";
import type { Typed } from "./kept-text.ts";
import type { MacroChanges } from "./macro-menu.tsx";

export interface Composed {
	readonly typed: Typed;
	readonly files: readonly File[];
	readonly changes: MacroChanges | undefined;
	readonly seenId: string | undefined;
}

/** Sends what is composed. What is typed stays until the desk has it. */
export function useSend({ id }: ConversationWithMessages, onSent: () => void) {
	const text = useText();
	const { say, warn } = useToasts();
	const keyOf = useSharedKey();
	return useMutation({
		mutationFn: async (composed: Composed) => {
			const message = await send(id, composed, keyOf(composed));
			if (composed.changes) await applyChanges(id, composed.changes);
			return message;
		},
		// Offline it fails at once, and says so.
		networkMode: "always",
		onSuccess: (message, { typed }) => {
			onSent();
			showSent(id, message);
			// An agent's reply retracts the draft.
			if (typed.mode === "reply")
				queryClient.setQueryData(draftQuery(id).queryKey, null);
			say(text(typed.mode === "note" ? "composer.noted" : "composer.sent"));
		},
		onError: (error) => {
			const isNewer =
				error instanceof ApiError && error.code === "newer_message";
			if (!isNewer) warn(`${text("composer.notSent")} ${messageOf(error)}`);
			void queryClient.invalidateQueries(conversationQuery(id));
		},
	});
}

async function send(
	id: string,
	{ typed, files, seenId }: Composed,
	idempotencyKey: string,
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
		files.map((file) => toAttachment(file.name, file)),
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

/** All attempts at one message share a key, so that it is sent once; another text is another message. */
function useSharedKey() {
	const last = useRef({ content: "", key: "" });
	return ({ typed, files, seenId }: Composed): string => {
		const names = files.map(({ name, size }) => [name, size]);
		const content = JSON.stringify([typed, names, seenId]);
		if (last.current.content !== content)
			last.current = { content, key: `console-${randomText()}` };
		return last.current.key;
	};
}

function randomText(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(
		"",
	);
}
