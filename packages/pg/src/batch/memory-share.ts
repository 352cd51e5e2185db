import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import type { Caller } from "../transaction/transaction.ts";

/** Bounds what large values take in memory at a time, with a share for each workspace. */
export interface MemoryShare {
	/**
	 * Resolves to what returns the memory, as soon as there is some: workspaces that wait take turns.
	 *
	 * @throws AppError `service_unavailable` after the longest wait, or when the caller disconnects.
	 */
	hold(caller: Caller, bytes: number): Promise<() => void>;
}

export interface MemoryShareOptions {
	readonly bytesMax: number;
	/** At least what the largest value takes. */
	readonly workspaceBytesMax: number;
	readonly waitMsMax: number;
}

interface Waiting {
	readonly bytes: number;
	start(): void;
}

export function createMemoryShare({
	bytesMax,
	workspaceBytesMax,
	waitMsMax,
}: MemoryShareOptions): MemoryShare {
	/** Those that wait, by workspace, in the order in which it is the workspaces' turn. */
	const waiting = new Map<string, Waiting[]>();
	const heldBy = new Map<string, number>();
	let heldBytes = 0;

	/** Whether one that waits could be started. */
	const startOne = (): boolean => {
		for (const [workspaceId, queue] of waiting) {
			const next = queue[0]!;
			const held = heldBy.get(workspaceId) ?? 0;
			if (held + next.bytes > workspaceBytesMax) continue;
			// It keeps its turn: smaller ones of others would pass it for ever.
			if (heldBytes + next.bytes > bytesMax) return false;
			queue.shift();
			waiting.delete(workspaceId);
			if (queue.length > 0) waiting.set(workspaceId, queue);
			heldBytes += next.bytes;
			heldBy.set(workspaceId, held + next.bytes);
			next.start();
			return true;
		}
		return false;
	};
	const startNext = () => {
		while (startOne());
	};
	const release = (workspaceId: string, bytes: number) => {
		heldBytes -= bytes;
		const left = heldBy.get(workspaceId)! - bytes;
		if (left > 0) heldBy.set(workspaceId, left);
		else heldBy.delete(workspaceId);
		startNext();
	};
	return {
		hold({ workspaceId, signal }, bytes) {
			return new Promise((resolve, reject) => {
				const queue = waiting.get(workspaceId) ?? [];
				const settle = () => {
					clearTimeout(timer);
					signal?.removeEventListener("abort", giveUp);
				};
				const own: Waiting = {
					bytes,
					start() {
						settle();
						resolve(() => release(workspaceId, bytes));
					},
				};
				const giveUp = () => {
					settle();
					const queue = waiting.get(workspaceId) ?? [];
					const rest = queue.filter((each) => each !== own);
					if (rest.length > 0) waiting.set(workspaceId, rest);
					else waiting.delete(workspaceId);
					reject(serviceUnavailable(new Error("no memory for large values")));
					startNext();
				};
				const timer = setTimeout(giveUp, waitMsMax);
				signal?.addEventListener("abort", giveUp, { once: true });
				queue.push(own);
				waiting.set(workspaceId, queue);
				startNext();
			});
		},
	};
}
