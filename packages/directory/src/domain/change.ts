import { parseName } from "./text.ts";

/** A change of a workspace, an agent or a group. */
export type Change =
	| { readonly name: string }
	/** Null reactivates. */
	| { readonly deactivatedAt: Date | null };

interface Changeable {
	readonly name: string;
	/** When it was deactivated; null while it is active. */
	readonly deactivated_at: string | null;
}

/**
 * Deactivating something deactivated keeps the earlier time.
 *
 * @throws AppError `invalid_parameter` for an invalid name.
 */
export function changed<T extends Changeable>(current: T, change: Change): T {
	if ("name" in change) return { ...current, name: parseName(change.name) };
	const { deactivatedAt } = change;
	const deactivated_at =
		deactivatedAt && (current.deactivated_at ?? deactivatedAt.toISOString());
	return { ...current, deactivated_at };
}

/** The changes of a request. */
export function changesOf(
	{
		name,
		deactivated,
	}: { readonly name?: string; readonly deactivated?: boolean },
	now: Date,
): Change[] {
	return [
		...(name === undefined ? [] : [{ name }]),
		...(deactivated === undefined
			? []
			: [{ deactivatedAt: deactivated ? now : null }]),
	];
}
