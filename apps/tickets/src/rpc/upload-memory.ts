import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";

const MIB = 1024 * 1024;

// A file is in memory about three times while it is stored: in this process that becomes some 250 MiB of the 768 it has.
const BYTES_MAX = 80 * MIB;
// Of one workspace: the largest message, and a small one beside it.
const WORKSPACE_BYTES_MAX = 24 * MIB;
const WAIT_MS_MAX = 15_000;

/** Bounds what the files of all uploads in progress take, with a share for each workspace. */
export interface UploadMemory {
	/**
	 * Resolves to what returns the memory, as soon as there is some: workspaces that wait take turns.
	 *
	 * @throws AppError `service_unavailable` after 15 s, or when the caller disconnects.
	 */
	hold(
		context: Pick<CallContext, "workspaceId" | "signal">,
		bytes: number,
	): Promise<() => void>;
}

interface Waiting {
	readonly bytes: number;
	start(): void;
}

export interface UploadMemoryLimits {
	readonly bytesMax?: number;
	readonly workspaceBytesMax?: number;
	readonly waitMsMax?: number;
}

export function createUploadMemory({
	bytesMax = BYTES_MAX,
	workspaceBytesMax = WORKSPACE_BYTES_MAX,
	waitMsMax = WAIT_MS_MAX,
}: UploadMemoryLimits = {}): UploadMemory {
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
					signal.removeEventListener("abort", giveUp);
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
					reject(serviceUnavailable(new Error("no memory for the upload")));
					startNext();
				};
				const timer = setTimeout(giveUp, waitMsMax);
				signal.addEventListener("abort", giveUp, { once: true });
				queue.push(own);
				waiting.set(workspaceId, queue);
				startNext();
			});
		},
	};
}
