import type {
	Assignee,
	ConversationWithMessages,
	Group,
	Ticket,
	TicketChanges,
} from "@supportdesk/client";
import { useMutation } from "@tanstack/react-query";
import { conversation } from "../api/conversations.ts";
import { desk } from "../api/desk.ts";
import { queryClient } from "../api/query-client.ts";
import { useToasts } from "../design/toasts.tsx";
import { showTicket } from "../inbox/rows.ts";
import { messageOf } from "../language/message-of.ts";

/** A change of a ticket with what it looks like at once, before the desk has confirmed it. */
export interface ShownChange extends TicketChanges {
	readonly assignee?: Assignee | null;
	readonly group?: Group | null;
}

/**
 * Changes a ticket: shown at once, taken back if the desk refuses it, and undone by the button of the sentence that
 * says so.
 */
export function useTicketChange(id: string) {
	const { say, warn } = useToasts();
	const { mutate } = useMutation({
		mutationFn: (change: ShownChange) => {
			const { assignee, group, ...changes } = change;
			return desk.tickets.update(id, changes);
		},
		onMutate: async (change) => {
			const { queryKey } = conversation(id);
			await queryClient.cancelQueries({ queryKey });
			const before = queryClient.getQueryData(queryKey);
			if (before) show({ ...before, ...shownFields(before, change) });
			return { before };
		},
		onError: (error, change, context) => {
			const { queryKey } = conversation(id);
			const known = queryClient.getQueryData(queryKey);
			if (known && context?.before)
				show({ ...known, ...fieldsBefore(context.before, change) });
			// What others have changed meanwhile is not lost with this change.
			void queryClient.invalidateQueries({ queryKey });
			warn(messageOf(error));
		},
		onSuccess: (ticket) => {
			showTicket(ticket);
			queryClient.setQueryData(
				conversation(id).queryKey,
				(known) =>
					known && { ...known, ...ticket, ai: { ...known.ai, ...ticket.ai } },
			);
		},
	});
	return (change: ShownChange, message: string) => {
		const before = queryClient.getQueryData(conversation(id).queryKey);
		mutate(change);
		say(message, before && (() => mutate(inverse(before, change))));
	};
}

function show(changed: ConversationWithMessages): void {
	queryClient.setQueryData(conversation(changed.id).queryKey, changed);
	showTicket(changed);
}

/** The fields of a conversation that a change is seen in, as it makes them. */
function shownFields(
	before: ConversationWithMessages,
	change: ShownChange,
): Partial<ConversationWithMessages> {
	const { status, priority, subject, assignee, group, signals } = change;
	const { custom_attributes } = change;
	return {
		...(status && { status }),
		...(priority && { priority }),
		...(subject && { subject }),
		...(assignee !== undefined && { assignee }),
		...(group !== undefined && { group }),
		...(signals && { ai: { ...before.ai, ...signals } }),
		...(custom_attributes && {
			custom_attributes: merged(before.custom_attributes, custom_attributes),
		}),
	};
}

/** The same fields as they were before. */
function fieldsBefore(
	before: ConversationWithMessages,
	change: ShownChange,
): Partial<ConversationWithMessages> {
	const fields = Object.keys(shownFields(before, change));
	return Object.fromEntries(
		Object.entries(before).filter(([field]) => fields.includes(field)),
	);
}

/** As the desk merges them: null removes a value. */
function merged(
	before: Ticket["custom_attributes"],
	changes: NonNullable<TicketChanges["custom_attributes"]>,
): Ticket["custom_attributes"] {
	const all = Object.entries({ ...before, ...changes });
	return Object.fromEntries(
		all.flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
	);
}

function inverse(
	before: ConversationWithMessages,
	change: ShownChange,
): ShownChange {
	const { status } = before;
	const { intent, sentiment } = before.ai;
	return {
		...(change.status && {
			status: status === "archived" ? "resolved" : status,
		}),
		...(change.priority && { priority: before.priority }),
		...(change.assignee !== undefined && {
			assignee_id: before.assignee?.id ?? null,
			assignee: before.assignee,
		}),
		...(change.group !== undefined && {
			group_id: before.group?.id ?? null,
			group: before.group,
		}),
		...(change.signals && {
			signals: {
				...(change.signals.intent && { intent }),
				...(change.signals.sentiment &&
					sentiment !== "unknown" && { sentiment }),
			},
		}),
		...(change.custom_attributes && {
			custom_attributes: Object.fromEntries(
				Object.keys(change.custom_attributes).map((key) => [
					key,
					before.custom_attributes[key] ?? null,
				]),
			),
		}),
	};
}
