import type { Macro } from "@supportdesk/client";
import { readKept, writeKept } from "./kept-json.ts";

export type Mode = "reply" | "note";
export type MacroChanges = Macro["changes"];

/** What an agent has typed in a conversation and not sent. */
export interface Typed {
	readonly mode: Mode;
	readonly reply: string;
	readonly note: string;
	/** The draft that the reply began as. */
	readonly draftId?: string;
	/** The latest message that was there when the agent began to type. */
	readonly seenId?: string;
	/** What the macro in the reply makes of the ticket when it is sent. */
	readonly changes?: MacroChanges;
	/** The same of the note. */
	readonly noteChanges?: MacroChanges;
	/** An attempt to send of which nothing is known yet. */
	readonly attempt?: Attempt;
}

/** The field of the changes that a text makes when it is sent. */
export const CHANGES = { reply: "changes", note: "noteChanges" } as const;

/** What went with a text that is not there any more. */
export function emptied(mode: Mode): Partial<Typed> {
	return {
		[CHANGES[mode]]: undefined,
		...(mode === "reply" && { draftId: undefined }),
	};
}

/** Nothing typed. */
export const EMPTIED: Partial<Typed> = {
	...emptied("reply"),
	...emptied("note"),
	reply: "",
	note: "",
	seenId: undefined,
	attempt: undefined,
};

const SEPARATOR = "\n\n";

/** A text behind what is there. */
export function withMore(text: string, more: string): string {
	const before = text.trimEnd();
	return before ? before + SEPARATOR + more : more;
}

/** The changes of two macros: of a field, the later one's. */
export function withMoreChanges(
	before: MacroChanges | undefined,
	later: MacroChanges | undefined,
): MacroChanges | undefined {
	if (!before || !later) return later ?? before;
	const tags = [...(before.tags ?? []), ...(later.tags ?? [])];
	return { ...before, ...later, ...(tags.length > 0 && { tags }) };
}

/** Repeated as it was, it is carried out once, also after a reload. */
export interface Attempt {
	/** What was sent: another text is another message. */
	readonly content: string;
	readonly idempotencyKey: string;
	readonly seenId: string | undefined;
}

/** Reads what was typed before a reload, a crash or a sign-out; undefined for nothing. */
export function readTyped(
	agentId: string,
	conversationId: string,
): Promise<Typed | undefined> {
	return readKept(agentId, conversationId);
}

/** Keeps what is typed until it is sent; nothing typed leaves nothing. */
export function keepTyped(
	agentId: string,
	conversationId: string,
	typed: Typed,
): Promise<void> {
	const isEmpty = !typed.reply && !typed.note;
	return writeKept(agentId, conversationId, isEmpty ? undefined : typed);
}
