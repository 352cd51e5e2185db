import { keepTyped, readTyped, type Typed } from "./kept-text.ts";
import { createRegistry, createSharedState } from "./shared-state.ts";

const EMPTY: Typed = { mode: "reply", reply: "", note: "" };
const KEEP_MS = 100;

// One after the other, so that the last state is the one that stays, and is there when the conversation is opened again.
let written: Promise<unknown> = Promise.resolve();

/** What is to be different, perhaps made of what is typed by then. */
export type Change = Partial<Typed> | ((now: Typed) => Partial<Typed>);

/**
 * What is typed in a conversation, as it was left, kept while it changes. `isReady` is false until what was kept is read;
 * what is typed before is put behind it.
 */
export const typedStores = createRegistry((agentId, conversationId, forget) => {
	const state = createSharedState({ typed: EMPTY, isReady: false }, () => {
		if (timer) void keep();
		void ready
			.then(() => written)
			.then(() => {
				if (state.isUsed()) return;
				removeEventListener("pagehide", onHide);
				forget();
			});
	});
	let timer: ReturnType<typeof setTimeout> | undefined;

	const keep = (): Promise<unknown> => {
		clearTimeout(timer);
		timer = undefined;
		written = written
			.then(() => keepTyped(agentId, conversationId, state.get().typed))
			.catch(() => {
				// A browser that stores nothing: the text stays on the screen.
			});
		return written;
	};
	const onHide = () => timer && void keep();
	addEventListener("pagehide", onHide);

	const ready = written
		.then(() => readTyped(agentId, conversationId))
		.catch(() => undefined)
		.then((found) => {
			const { typed: early } = state.get();
			const typed =
				found && early !== EMPTY ? join(found, early) : (found ?? early);
			state.set({ typed, isReady: true });
			if (early !== EMPTY) void keep();
		});

	const change = (changes: Change): void => {
		const { typed, isReady } = state.get();
		const made = typeof changes === "function" ? changes(typed) : changes;
		state.set({ typed: { ...typed, ...made }, isReady });
		// Not before it is known what this would replace.
		if (isReady) timer ??= setTimeout(() => void keep(), KEEP_MS);
	};
	return {
		...state,
		ready,
		change,
		/** Resolves when the change survives a crash. */
		async changeAndKeep(changes: Change): Promise<void> {
			change(changes);
			await keep();
		},
	};
});

function join(kept: Typed, early: Typed): Typed {
	return {
		...kept,
		...early,
		reply: kept.reply + early.reply,
		note: kept.note + early.note,
	};
}
