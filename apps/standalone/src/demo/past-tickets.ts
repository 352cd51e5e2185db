import type { Demo } from "./demo.ts";
import { PAST_QUESTIONS, type PastQuestion } from "./past-questions.ts";

const HOUR_MS = 3_600_000;
const TICKETS = 200;
const DAYS = 28;
const PEOPLE = [
	...["Amara Diallo", "Ben Whitfield", "Chiara Rossi", "Dmitri Volkov"],
	...["Elena Petrova", "Farid Haddad", "Greta Lindqvist", "Hugo Moreau"],
	...["Ines Carvalho", "Jonas Becker", "Keiko Tanaka", "Liam O'Connor"],
	...["Mei Chen", "Nora Jansen", "Omar Farouk", "Priya Nair"],
	...["Quentin Dubois", "Rosa Jimenez", "Sven Larsen", "Tamar Levi"],
];
const DOMAINS = ["north", "harbour", "studio", "lab", "school"];
const CHANNELS = ["email", "email", "widget", "chat", "api"] as const;
const PRIORITIES = ["normal", "normal", "low", "high", "normal"] as const;

/**
 * Tickets of four weeks in several states, for the import: the newest wait for an answer, most of the older ones are
 * resolved. The same number is always the same ticket, so that a repeated import adds none.
 */
export function pastTickets({ agents, groups }: Demo, now: Date) {
	return Array.from({ length: TICKETS }, (_, n) => {
		const question = PAST_QUESTIONS[n % PAST_QUESTIONS.length]!;
		// Spread over the weeks, the first ones lately.
		const ageMs = 2 * HOUR_MS + (n / TICKETS) ** 1.5 * DAYS * 24 * HOUR_MS;
		const createdAt = new Date(now.getTime() - ageMs);
		const state = stateOf(n);
		const agent = agents[(n * 7) % agents.length]!.id;
		const messages = messagesOf(question, state, agent, createdAt);
		return {
			external_id: `demo-past-${n}`,
			subject: question.subject,
			status: STATUS[state],
			priority: PRIORITIES[(n * 3) % PRIORITIES.length]!,
			channel: CHANNELS[(n * 11) % CHANNELS.length]!,
			contact: contactOf(n),
			...(state !== "new" && { assignee_id: agent }),
			group_id: groups[question.isBilling ? 1 : 0]!.id,
			tags: [...question.tags],
			created_at: createdAt.toISOString(),
			...(state === "resolved" && { resolved_at: messages.at(-1)!.created_at }),
			messages,
		};
	});
}

type State = "new" | "waiting" | "pending" | "resolved";

const STATUS = {
	new: "open",
	waiting: "open",
	pending: "pending",
	resolved: "resolved",
} as const;

/** Of ten recent tickets four are new; of ten old ones eight are resolved. */
function stateOf(n: number): State {
	const recent: State[] = ["new", "waiting", "new", "pending", "resolved"];
	const old: State[] = [
		"resolved",
		"resolved",
		"pending",
		"resolved",
		"resolved",
	];
	if (n % 23 === 5) return "waiting";
	return (n < 60 ? recent : old)[n % 5]!;
}

function contactOf(n: number) {
	const name = PEOPLE[(n * 13) % PEOPLE.length]!;
	const domain = DOMAINS[(n * 13) % DOMAINS.length]!;
	const local = name.toLowerCase().replaceAll(/[^a-z]+/g, ".");
	return { name, email: `${local}@${domain}.example` };
}

interface PastMessage {
	readonly type: "inbound" | "outbound";
	readonly body: string;
	readonly author_id?: string;
	readonly created_at: string;
}

function messagesOf(
	{ body, reply, followUp }: PastQuestion,
	state: State,
	agent: string,
	createdAt: Date,
): PastMessage[] {
	const after = (hours: number) =>
		new Date(createdAt.getTime() + hours * HOUR_MS).toISOString();
	const asked: PastMessage = { type: "inbound", body, created_at: after(0) };
	if (state === "new") return [asked];
	const answered: PastMessage = {
		...{ type: "outbound", body: reply, author_id: agent },
		created_at: after(0.4 + (body.length % 7) * 0.2),
	};
	if (state === "pending") return [asked, answered];
	const again = after(1.8);
	return [
		...[asked, answered],
		{ type: "inbound", body: followUp, created_at: again },
	];
}
