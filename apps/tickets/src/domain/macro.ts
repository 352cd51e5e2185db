import { AppError } from "@supportdesk/errors/app-error.ts";
import type { Priority } from "./ticket.ts";

/** What a macro changes of a ticket; an absent field stays. */
export interface MacroChanges {
	readonly status?: "open" | "pending" | "resolved";
	readonly priority?: Priority;
	/** Added to the ticket's own. */
	readonly tags?: readonly string[];
	/** Null unassigns. */
	readonly assignee_id?: string | null;
}

/** A text and changes that agents apply to tickets. Times are ISO 8601. */
export interface Macro {
	readonly id: string;
	readonly name: string;
	/** Null for a macro that only changes. */
	readonly body: string | null;
	/** What the body becomes. */
	readonly type: "outbound" | "note";
	readonly changes: MacroChanges;
	readonly createdAt: string;
	readonly updatedAt: string;
}

/** What can stand in a macro's body for a value of the ticket as it is after the macro's changes. */
export const PLACEHOLDERS = [
	"contact.name",
	"contact.email",
	"ticket.id",
	"ticket.subject",
	"ticket.status",
	"ticket.priority",
	"ticket.external_id",
	"assignee.name",
	"group.name",
	"agent.name",
	"agent.email",
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

// Every value has at most some hundred characters, so that a filled body stays below the limit of a message.
const PLACEHOLDERS_MAX = 100;
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** @throws AppError `invalid_parameter`, `missing_parameter` */
export function checkMacro({ body, changes }: Macro): void {
	if (body === null) {
		if (Object.keys(changes).length > 0) return;
		throw new AppError(
			"invalid_request",
			"missing_parameter",
			"A macro needs a body or changes.",
			{ param: "body" },
		);
	}
	const names = [...body.matchAll(PLACEHOLDER)].map(([, name]) => name!.trim());
	if (names.length > PLACEHOLDERS_MAX)
		throw invalidBody(`A body has at most ${PLACEHOLDERS_MAX} placeholders.`);
	if (names.some((name) => !isPlaceholder(name))) {
		const known = PLACEHOLDERS.map((name) => `{{${name}}}`).join(", ");
		throw invalidBody(`The placeholders of a body are ${known}.`);
	}
}

/** The body with the values in place of its placeholders. A value is never read for placeholders itself. */
export function fillPlaceholders(
	body: string,
	valueFor: (name: Placeholder) => string,
): string {
	return body.replace(PLACEHOLDER, (found, inner: string) => {
		const name = inner.trim();
		return isPlaceholder(name) ? valueFor(name) : found;
	});
}

function isPlaceholder(name: string): name is Placeholder {
	return (PLACEHOLDERS as readonly string[]).includes(name);
}

const invalidBody = (message: string) =>
	new AppError("invalid_request", "invalid_parameter", message, {
		param: "body",
	});
