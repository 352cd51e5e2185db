import {
	type ChosenFile,
	forgetFile,
	keepFile,
	readFiles,
} from "./kept-files.ts";
import { createRegistry, createSharedState } from "./shared-state.ts";

interface FilesState {
	readonly all: readonly ChosenFile[];
	/** Those that were chosen earlier are there. */
	readonly isReady: boolean;
	/** Whether this browser could store them all. */
	readonly areKept: boolean;
}

const NONE: FilesState = { all: [], isReady: false, areKept: true };

// One change after the other, also where a conversation is left and opened again.
let stored: Promise<unknown> = Promise.resolve();

/** The files that go with a conversation's message. Like its text they are kept until it is sent. */
export const filesStores = createRegistry((agentId, conversationId, forget) => {
	const state = createSharedState(NONE, () => {
		void ready
			.then(() => stored)
			.then(() => {
				if (!state.isUsed()) forget();
			});
	});
	const set = (changes: Partial<FilesState>) =>
		state.set({ ...state.get(), ...changes });
	const store = (action: () => Promise<unknown>) => {
		stored = stored.then(action).catch(() => set({ areKept: false }));
	};
	const ready = stored
		.then(() => readFiles(agentId, conversationId))
		.catch(() => [])
		.then((found) =>
			set({ all: [...found, ...state.get().all], isReady: true }),
		);
	return {
		...state,
		ready,
		/** Returns the ids that they have here. */
		add(files: readonly File[]): Set<string> {
			const chosen = files.map((file) => ({ id: newFileId(), file }));
			set({ all: [...state.get().all, ...chosen] });
			for (const each of chosen)
				store(async () => {
					if (!(await keepFile(agentId, conversationId, each)))
						set({ areKept: false });
				});
			return new Set(chosen.map(({ id }) => id));
		},
		remove(ids: ReadonlySet<string>): void {
			const all = state.get().all.filter(({ id }) => !ids.has(id));
			set({ all, areKept: all.length === 0 || state.get().areKept });
			for (const id of ids)
				store(() => forgetFile(agentId, conversationId, id));
		},
	};
});

let ids = 0;

/** Later ones sort behind earlier ones. */
function newFileId(): string {
	ids += 1;
	return `${Date.now()}-${String(ids).padStart(6, "0")}`;
}
