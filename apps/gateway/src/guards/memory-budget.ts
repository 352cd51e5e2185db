import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";

const KIB = 1024;
const MIB = KIB * KIB;

/**
 * What request bodies and unread answers take of a gateway's memory. The process has 512 MiB in a cluster: itself it needs
 * about 170, and up to 240 for the bodies that are parsed and passed on at a time.
 */
export const HELD_BYTES_MAX = 96 * MIB;
/** What all keys of one workspace may hold of it. */
export const WORKSPACE_BYTES_MAX = HELD_BYTES_MAX / 2;
/** What one API key may hold of it: one of the largest bodies, or four of the largest pages. */
export const KEY_BYTES_MAX = HELD_BYTES_MAX / 3;
// Of each request: ordinary ones are never refused for what others hold.
export const FREE_BYTES = 64 * KIB;
// Uploads take a second or two.
const RETRY_AFTER_SECONDS = 2;

/** Who is charged for a request. */
export interface Owner {
	readonly keyId: string;
	readonly workspaceId: string;
}

/** What one request holds. */
export interface Account {
	/**
	 * Counts bytes that are kept for the request. One that is refused keeps nothing any more, so that of several that do not
	 * fit together one is refused and not all.
	 * @throws AppError `service_unavailable` when the process, the key or the workspace holds too much.
	 */
	hold(bytes: number): void;
	/** Counts bytes that are kept in any case: the answer to a change that has been made. */
	add(bytes: number): void;
	/** Nothing that was counted is kept any more. */
	clear(): void;
	/** Clears the account for good: a decompressor may still deliver when the request is over. */
	close(): void;
}

/** Bounds what the bodies of all requests in progress and the answers that are not read yet take together, with a share for each key and workspace. */
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
			};
			return {
				hold(bytes) {
					if (closed) return;
					const more = counted(kept + bytes) - counted(kept);
					const fits = tallies.every(
						([tally, name]) => more === 0 || tally.fits(name, more),
					);
					if (fits) return become(kept + bytes);
					become(0);
					throw serviceUnavailable(undefined, RETRY_AFTER_SECONDS);
				},
				add: (bytes) => become(kept + bytes),
				clear: () => become(0),
				close() {
					become(0);
					closed = true;
				},
			};
		},
		heldBytes: () => all.bytesOf(""),
	};
}

/** Bytes by name; who holds none has no entry. */
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
