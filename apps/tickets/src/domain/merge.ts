import { ticketMerged, ticketNotFound } from "./errors.ts";
import { PARTICIPANTS_MAX, type Participant } from "./incoming-mail.ts";
import type { Ticket } from "./ticket.ts";

/** How long a merge can be undone; the API promises 30 days. */
export const UNMERGE_DAYS = 30;

/** How many tickets can be one: what deletes or restores it writes all of them. */
export const MERGED_MAX = 100;

/** A merged ticket's tags as its target has them, and those that the target has for no other reason. */
export interface MergedTags {
	readonly sourceId: string;
	readonly tags: readonly string[];
	readonly added: readonly string[];
}

/** The same of its participants. */
export interface MergedParticipants {
	readonly sourceId: string;
	readonly participants: readonly Participant[];
	readonly added: readonly Participant[];
}

/** The ticket, if a client may change it. @throws AppError `ticket_not_found`, `ticket_merged` */
export function requireWritable<T extends Ticket>(ticket: T | undefined): T {
	if (!ticket) throw ticketNotFound();
	if (ticket.mergedInto !== null) throw ticketMerged(ticket.mergedInto);
	return ticket;
}

/** Those participants of a merged ticket that its target gets. */
export function movedParticipants(
	source: Pick<Ticket, "participants">,
	target: Pick<Ticket, "participants" | "contact">,
): readonly Participant[] {
	const present = new Set(target.participants.map(({ email }) => email));
	present.add(target.contact.email.toLowerCase());
	return source.participants
		.filter(({ email }) => !present.has(email))
		.slice(0, PARTICIPANTS_MAX - target.participants.length);
}

/**
 * The target's tags without a merge, and what the remaining merges are the reason for from now on: a tag that came with
 * the undone merge stays as long as another merged ticket has it.
 */
export function separateTags(
	target: readonly string[],
	undone: MergedTags,
	remaining: readonly MergedTags[],
): { readonly tags: string[]; readonly remaining: MergedTags[] } {
	const inherited = new Map<string, string[]>();
	const leaving = new Set<string>();
	for (const tag of undone.added.filter((each) => target.includes(each))) {
		const heir = remaining.find(({ tags }) => tags.includes(tag));
		if (!heir) leaving.add(tag);
		else
			inherited.set(heir.sourceId, [
				...(inherited.get(heir.sourceId) ?? []),
				tag,
			]);
	}
	return {
		tags: target.filter((tag) => !leaving.has(tag)),
		remaining: remaining
			.filter(({ sourceId }) => inherited.has(sourceId))
			.map((merge) => ({
				...merge,
				added: [...merge.added, ...inherited.get(merge.sourceId)!],
			})),
	};
}

/** The same for participants, by their addresses. */
export function separateParticipants(
	target: readonly Participant[],
	undone: MergedParticipants,
	remaining: readonly MergedParticipants[],
): {
	readonly participants: Participant[];
	readonly remaining: Pick<MergedParticipants, "sourceId" | "added">[];
} {
	const separated = separateTags(
		addressesOf(target),
		byAddress(undone),
		remaining.map(byAddress),
	);
	const withAddress = (addresses: readonly string[]) =>
		target.filter(({ email }) => addresses.includes(email));
	return {
		participants: withAddress(separated.tags),
		remaining: separated.remaining.map(({ sourceId, added }) => ({
			sourceId,
			added: withAddress(added),
		})),
	};
}

const addressesOf = (participants: readonly Participant[]) =>
	participants.map(({ email }) => email);

const byAddress = (merge: MergedParticipants): MergedTags => ({
	sourceId: merge.sourceId,
	tags: addressesOf(merge.participants),
	added: addressesOf(merge.added),
});
