import { filesStores } from "./files-store.ts";
import { EMPTIED, type Typed, withMore, withMoreChanges } from "./kept-text.ts";
import { holdComposed, isSending } from "./send.ts";
import { typedStores } from "./typed-store.ts";

/**
 * Takes what is typed and chosen in a ticket to the one that it has become a part of.
 *
 * @returns what takes it back as it was, unless the agent has gone on there
 */
export async function moveComposed(
	agentId: string,
	fromId: string,
	intoId: string,
): Promise<() => Promise<void>> {
	const from = await read(agentId, fromId);
	const into = await read(agentId, intoId);
	const moved = from.texts.get().typed;
	const before = into.texts.get().typed;
	// What is on its way is sent, or is refused and stays.
	const fileIds = isSending(agentId, fromId)
		? undefined
		: move(from, into, joined(before, moved), EMPTIED);
	const after = into.texts.get().typed;
	from.release();
	into.release();
	return async () => {
		if (!fileIds) return;
		const source = await read(agentId, fromId);
		const target = await read(agentId, intoId);
		if (
			!isSending(agentId, intoId) &&
			isSame(target.texts.get().typed, after) &&
			isSame(source.texts.get().typed, EMPTIED)
		)
			move(target, source, moved, { ...EMPTIED, ...before }, fileIds);
		source.release();
		target.release();
	};
}

type Composed = Awaited<ReturnType<typeof read>>;

/** What is composed in a ticket, when all that was kept of it is there. */
async function read(agentId: string, id: string) {
	const release = holdComposed(agentId, id);
	const texts = typedStores.of(agentId, id);
	const files = filesStores.of(agentId, id);
	await Promise.all([texts.ready, files.ready]);
	return { texts, files, release };
}

/** All at once: what is typed meanwhile would be lost. Returns the ids of the files at their new place. */
function move(
	from: Composed,
	into: Composed,
	moved: Partial<Typed>,
	left: Partial<Typed>,
	fileIds?: ReadonlySet<string>,
): ReadonlySet<string> {
	// Here it is forgotten when it is kept there: a crash loses nothing.
	void into.texts.changeAndKeep(moved);
	from.texts.change(left);
	const chosen = from.files
		.get()
		.all.filter(({ id }) => fileIds?.has(id) ?? true);
	const added = into.files.add(chosen.map(({ file }) => file));
	from.files.remove(new Set(chosen.map(({ id }) => id)));
	return added;
}

function joined(before: Typed, moved: Typed): Partial<Typed> {
	const { mode, reply, note, changes, noteChanges } = moved;
	return {
		...((reply || note) && { mode }),
		...(reply && {
			reply: withMore(before.reply, reply),
			changes: withMoreChanges(before.changes, changes),
		}),
		...(note && {
			note: withMore(before.note, note),
			noteChanges: withMoreChanges(before.noteChanges, noteChanges),
		}),
	};
}

function isSame(typed: Typed, other: Partial<Typed>): boolean {
	return (
		typed.reply === other.reply &&
		typed.note === other.note &&
		typed.attempt?.idempotencyKey === other.attempt?.idempotencyKey
	);
}
