import {
	type AppError,
	serviceUnavailable,
} from "@supportdesk/errors/app-error.ts";
import { createWaitingList } from "./waiting-list.ts";

const KIB = 1024;
const MIB = KIB * KIB;

/**
 * The memory for request bodies and unread responses. The process has 512 MiB in a cluster: it needs about 170 MiB itself,
 * and up to 240 MiB for the bodies that are parsed and passed on concurrently.
 */
export const HELD_BYTES_MAX = 96 * MIB;
/** The share of all keys of one workspace. */
export const WORKSPACE_BYTES_MAX = HELD_BYTES_MAX / 2;
/** The share of one API key: one body of maximum size, or four pages of maximum size. */
export const KEY_BYTES_MAX = HELD_BYTES_MAX / 3;
// Not counted for each request, so that ordinary requests are never refused because of other requests.
export const FREE_BYTES = 64 * KIB;
// Uploads take a second or two.
const RETRY_AFTER_SECONDS = 2;

/** The key and the workspace that a request's bytes count for. */
export interface Owner {
	readonly keyId: string;
	readonly workspaceId: string;
}

/** The bytes that one request holds. */
export interface Account {
	/**
	 * Counts bytes that are held for the request. A refused request holds nothing any more, so that of several requests that
	 * do not fit together not all are refused.
	 * @throws AppError `service_unavailable` when the process, the key or the workspace holds too much.
	 */
	hold(bytes: number): void;
	/**
	 * Counts bytes as soon as they fit: of a response that a service keeps meanwhile.
	 * @throws AppError `service_unavailable` when they do not fit within `waitMs`, or when the request ends before.
	 */
	wait(bytes: number, waitMs: number): Promise<void>;
	/** Counts bytes without a check: the response to a change that is already stored. */
	add(bytes: number): void;
	/** Releases all counted bytes. */
	clear(): void;
	/** Releases all bytes and ignores later ones, because a decompressor may still deliver after the request has ended. */
	close(): void;
}

/** Bounds the total memory of request bodies in progress and unread responses, with a share for each key and workspace. */
export interface MemoryBudget {
	open(owner: Owner): Account;
	heldBytes(): number;
}

export function createMemoryBudget(bytesMax = HELD_BYTES_MAX): MemoryBudget {
	const share = (part: number) => (bytesMax * part) / HELD_BYTES_MAX;
	const all = createTally(bytesMax);
	const ofKeys = createTally(share(KEY_BYTES_MAX));
	const ofWorkspaces = createTally(share(WORKSPACE_BYTES_MAX));
	const counted = (bytes: number) => Math.max(0, bytes - FREE_BYTES);
	const waiting = createWaitingList();
	return {
		open({ keyId, workspaceId }) {
			let kept = 0;
			let closed = false;
			const tallies = [
				[all, ""],
				[ofWorkspaces, workspaceId],
				[ofKeys, keyId],
			] as const;
			const become = (bytes: number) => {
				if (closed) return;
				const more = counted(bytes) - counted(kept);
				kept = bytes;
				if (more === 0) return;
				for (const [tally, name] of tallies) tally.add(name, more);
				if (more < 0) waiting.tryAgain();
			};
			const becomeIfFits = (bytes: number): boolean => {
				const more = counted(bytes) - counted(kept);
				const fits = tallies.every(
					([tally, name]) => more === 0 || tally.fits(name, more),
				);
				if (fits) become(bytes);
				return fits;
			};
			return {
				hold(bytes) {
					if (closed || becomeIfFits(kept + bytes)) return;
					become(0);
					throw refusal();
				},
				async wait(bytes, waitMs) {
					const attempt = () => closed || becomeIfFits(kept + bytes);
					const isHeld = await waiting.until(attempt, waitMs);
					if (!isHeld || closed) throw refusal();
				},
				add: (bytes) => become(kept + bytes),
				clear: () => become(0),
				close() {
					become(0);
					closed = true;
					waiting.tryAgain();
				},
			};
		},
		heldBytes: () => all.bytesOf(""),
	};
}

function refusal(): AppError {
	return serviceUnavailable(undefined, RETRY_AFTER_SECONDS);
}

/** Counts bytes by name; a name without bytes has no entry. */
function createTally(bytesMax: number) {
	const held = new Map<string, number>();
	const bytesOf = (name: string) => held.get(name) ?? 0;
	return {
		bytesOf,
		fits: (name: string, more: number) => bytesOf(name) + more <= bytesMax,
		add(name: string, more: number) {
			const bytes = bytesOf(name) + more;
			if (bytes === 0) held.delete(name);
			else held.set(name, bytes);
		},
	};
}
