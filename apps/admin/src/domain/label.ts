import { AdminError } from "../admin-error.ts";

/** An agent's labels of a ticket; an absent one was not labelled. */
export interface Label {
	readonly intent?: string;
	readonly urgency?: string;
	readonly sentiment?: string;
}

export const URGENCIES = ["urgent", "high", "normal", "low"];
export const SENTIMENTS = ["frustrated", "neutral", "positive"];
// The AI service owns the list of intents; training reports unknown ones.
const INTENT = /^[a-z][a-z0-9_]{0,63}$/;

/** @throws AdminError that names the invalid part. */
export function parseLabel({ intent, urgency, sentiment }: Label): Label {
	if (
		intent === undefined &&
		urgency === undefined &&
		sentiment === undefined
	) {
		throw new AdminError(
			"Say what the ticket is: --intent, --urgency or --sentiment.",
		);
	}
	if (intent !== undefined && !INTENT.test(intent)) {
		throw new AdminError(`${JSON.stringify(intent)} is not an intent.`);
	}
	requireOneOf("urgency", URGENCIES, urgency);
	requireOneOf("sentiment", SENTIMENTS, sentiment);
	return { intent, urgency, sentiment };
}

function requireOneOf(
	name: string,
	known: readonly string[],
	value: string | undefined,
): void {
	if (value !== undefined && !known.includes(value)) {
		throw new AdminError(
			`There is no ${name} ${JSON.stringify(value)}; there are ${known.join(", ")}.`,
		);
	}
}
