import { filesStores } from "./files-store.ts";
import { emptied, type Mode, type Typed } from "./kept-text.ts";
import { typedStores } from "./typed-store.ts";

/** A message that the desk has. */
export interface Sent {
	readonly agentId: string;
	readonly conversationId: string;
	readonly mode: Mode;
	/** As it was typed. */
	readonly text: string;
	readonly fileIds: readonly string[];
}

const channel = new BroadcastChannel("supportdesk.sent");
channel.onmessage = ({ data: sent }: MessageEvent<Sent>) => {
	// The tab that has sent it has cleared what is kept; here is only what is shown.
	const { agentId, conversationId, mode, text } = sent;
	const typed = typedStores.find(agentId, conversationId);
	const shown = typed?.get().typed[mode] ?? "";
	// It was typed on there, or here.
	if (text.startsWith(shown)) typed?.change({ [mode]: text });
	if (text.startsWith(shown) || shown.startsWith(text))
		typed?.change(clearing(sent));
	filesStores.find(agentId, conversationId)?.remove(new Set(sent.fileIds));
};

/** Clears what was sent, in every tab. At once: after a crash the text without its files would be another message. */
export function clearSent(sent: Sent): void {
	const { agentId, conversationId, fileIds } = sent;
	void typedStores.of(agentId, conversationId).changeAndKeep(clearing(sent));
	filesStores.of(agentId, conversationId).remove(new Set(fileIds));
	channel.postMessage(sent);
}

const clearing =
	(sent: Sent) =>
	(now: Typed): Partial<Typed> => ({
		...emptied(sent.mode),
		[sent.mode]: remainderOf(now[sent.mode], sent.text),
		seenId: undefined,
		attempt: undefined,
	});

/** What was typed behind a message while it was on its way; all of it if it has become another text. */
function remainderOf(text: string, sent: string): string {
	return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}
