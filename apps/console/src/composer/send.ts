import {
	ApiError,
	type ConversationWithMessages,
	type Message,
	toAttachment,
} from "@supportdesk/client";
import { useIsMutating, useMutation } from "@tanstack/react-query";
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
import { filesStores } from "./files-store.ts";
import type { ChosenFile } from "./kept-files.ts";
import {
	type Attempt,
	CHANGES,
	type MacroChanges,
	type Typed,
} from "./kept-text.ts";
import { clearSent } from "./sent.ts";
import { typedStores } from "./typed-store.ts";

// A request may take a minute to arrive, and the desk half a minute to respond.
const UPLOAD_MS = 95_000;

interface Composed {
	readonly typed: Typed;
	readonly files: readonly ChosenFile[];
	readonly seenId: string | undefined;
}

/** Keeps an attempt while nothing is known of it: repeated after a reload it is the same one. */
type Note = (attempt: Attempt) => Promise<void>;

/** Sends what is composed. What is typed stays until the desk has it, also while another conversation is open. */
export function useSend(agentId: string, { id }: ConversationWithMessages) {
	const text = useText();
	const { say, warn } = useToasts();
	const mutationKey = keyOf(agentId, id);
	const { mutate } = useMutation({
		mutationKey,
		mutationFn: async (composed: Composed) => {
			const message = await sendOnce(id, composed, (attempt) =>
				typedStores.of(agentId, id).changeAndKeep({ attempt }),
			);
			const { typed } = composed;
			const changes = typed[CHANGES[typed.mode]];
			// The message is sent, whatever becomes of them.
			const refusal = changes && (await applyChanges(id, changes));
			return { message, refusal };
		},
		// Offline it fails at once, and says so.
		networkMode: "always",
		onMutate: () => holdComposed(agentId, id),
		onSettled: (_message, _error, _composed, release) => release?.(),
		onSuccess: ({ message, refusal }, { typed, files }) => {
			const { mode } = typed;
			clearSent({
				agentId,
				conversationId: id,
				mode,
				text: typed[mode],
				fileIds: files.map((file) => file.id),
			});
			showSent(id, message);
			// An agent's reply retracts the draft.
			if (mode === "reply")
				queryClient.setQueryData(draftQuery(id).queryKey, null);
			say(text(mode === "note" ? "composer.noted" : "composer.sent"));
			if (refusal)
				warn(`${text("composer.notChanged")} ${messageOf(refusal.error)}`);
		},
		onError: (error) => {
			// Sent again it is a reply of the agent's own.
			if (isOutdatedDraft(error))
				typedStores.of(agentId, id).change({ draftId: undefined });
			if (!isNewerMessage(error))
				warn(`${text("composer.notSent")} ${messageOf(error)}`);
			void queryClient.invalidateQueries(conversationQuery(id));
		},
	});
	return { mutate, isPending: useIsMutating({ mutationKey }) > 0 };
}

const keyOf = (agentId: string, id: string) => ["send", agentId, id];

export function isSending(agentId: string, id: string): boolean {
	return queryClient.isMutating({ mutationKey: keyOf(agentId, id) }) > 0;
}

/** What is composed is there until it is known what became of it. Returns what lets it go. */
export function holdComposed(agentId: string, id: string): () => void {
	const held = [typedStores.of(agentId, id), filesStores.of(agentId, id)].map(
		(store) => store.subscribe(() => {}),
	);
	return () => {
		for (const release of held) release();
	};
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

const OUTDATED = ["draft_stale", "draft_not_found", "draft_already_approved"];

/** What is written as an edited draft: another agent has answered, or the customer has written again. */
function isOutdatedDraft(error: unknown): boolean {
	return error instanceof ApiError && OUTDATED.includes(error.code ?? "");
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
		{
			idempotencyKey,
			...(attachments.length > 0 && { timeoutMs: UPLOAD_MS }),
		},
	);
}

/** What the macro says of the ticket. Returns why it was refused. */
async function applyChanges(
	id: string,
	changes: MacroChanges,
): Promise<{ readonly error: unknown } | undefined> {
	const { tags = [], ...fields } = changes;
	try {
		if (tags.length > 0) await desk.tickets.addTags(id, { tags });
		if (Object.keys(fields).length > 0)
			showTicket(await desk.tickets.update(id, fields));
		return undefined;
	} catch (error) {
		return { error };
	}
}

function randomText(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(
		"",
	);
}
