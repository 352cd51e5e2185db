import { parseName } from "./text.ts";

/** What may change of a workspace, an agent or a group. */
export type Change =
	| { readonly name: string }
	/** Null reactivates. */
	| { readonly deactivatedAt: Date | null };

interface Changeable {
	readonly name: string;
	/** The moment of the deactivation; null for what is active. */
	readonly deactivated_at: string | null;
}

/**
 * A deactivation of what is deactivated already keeps its moment.
 *
 * @throws AdminError for a bad name.
 */
export function changed<T extends Changeable>(current: T, change: Change): T {
	if ("name" in change) return { ...current, name: parseName(change.name) };
	const { deactivatedAt } = change;
	const deactivated_at =
		deactivatedAt && (current.deactivated_at ?? deactivatedAt.toISOString());
	return { ...current, deactivated_at };
}
