import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { CountGapsResponse } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { isUnimplemented } from "@supportdesk/rpc/unimplemented.ts";
import { z } from "../openapi/zod.ts";
import { endpoint } from "./endpoint.ts";
import { withCode } from "./fields.ts";

const DAY_MS = 86_400_000;
const DAYS_DEFAULT = 28;
const DAYS_MAX = 92;
// The same numbers are in the tickets service's store.
const COUNT_MAX = 1_000;
const SAMPLE_MAX = 2_000;

const count = z.int().min(0).max(COUNT_MAX);

const TicketCounts = z
	.object({ mine: count, unassigned: count, waiting: count, all: count })
	.openapi("TicketCounts");

export const countTickets = endpoint({
	method: "get",
	path: "/v1/tickets/counts",
	scope: "tickets:read",
	ids: {},
	call: ({ tickets }, _input, context) => tickets.countTickets({}, context),
	documentation: {
		operationId: "countTickets",
		tag: "Tickets",
		summary: "Count the open tickets of each view",
		description: `Open tickets: \`mine\` are assigned to the signed-in agent or the key's owner, \`waiting\` wait for a reply. ${COUNT_MAX} stands for as many or more.`,
		response: TicketCounts,
		responseExample: { mine: 3, unassigned: 12, waiting: 9, all: 41 },
	},
});

const date = z
	.string()
	.refine(isDate, withCode("invalid_parameter", "must be a date: 2026-11-21"))
	.optional()
	.openapi({ format: "date" });

/** @throws AppError `invalid_parameter` for a range that is too long, or has no day */
function rangeOf(given: { from?: string; to?: string }) {
	const { to = dateOf(Date.now()) } = given;
	const firstDefault = Date.parse(to) - (DAYS_DEFAULT - 1) * DAY_MS;
	const { from = dateOf(firstDefault) } = given;
	const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
	if (days >= 1 && days <= DAYS_MAX) return { from, to };
	throw new AppError(
		"invalid_request",
		"invalid_parameter",
		`from must be 0 to ${DAYS_MAX - 1} days before to.`,
		{ param: "from" },
	);
}

/** Whether the text is a day that there is, of a year that PostgreSQL and JavaScript write in the same way. */
function isDate(text: string): boolean {
	if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
	const time = Date.parse(text);
	return !Number.isNaN(time) && dateOf(time) === text;
}

function dateOf(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}

const median = z.object({
	tickets: z.int(),
	median_seconds: z.int().nullable(),
});

const Figures = z
	.object({
		from: z.string(),
		to: z.string(),
		created: z.int(),
		resolved: z.int(),
		days: z.array(
			z.object({ date: z.string(), created: z.int(), resolved: z.int() }),
		),
		sampled_tickets: z.int().openapi({
			description: `The newest tickets of the range, at most ${SAMPLE_MAX}: the medians and drafts are theirs.`,
		}),
		first_reply: median,
		resolution: median,
		drafts: z.object({
			sent_unchanged: z.int(),
			sent_edited: z.int(),
			discarded: z.int(),
		}),
		gaps: z
			.object({
				open: z.int().openapi({ description: "Open today." }),
				first_seen: z.int().openapi({ description: "In the range." }),
				resolved: z.int().openapi({
					description: "Those first seen in the range that are resolved today.",
				}),
			})
			.nullable()
			.openapi({
				description:
					"Null for a key without the scope `knowledge:read`, and while an upgrade is under way.",
			}),
	})
	.openapi("Figures");

function parse({ body }: Rendered): object {
	return JSON.parse(Buffer.from(body).toString());
}

/** Null during a rollout, while the knowledge service is of a version that does not count its gaps. */
async function gapsOf(counting: Promise<CountGapsResponse>) {
	try {
		const { open, firstSeen, resolved } = await counting;
		return { open, first_seen: firstSeen, resolved };
	} catch (error) {
		if (!isUnimplemented(error)) throw error;
		return null;
	}
}

export const getFigures = endpoint({
	method: "get",
	path: "/v1/figures",
	scope: "tickets:read",
	ids: {},
	query: z.strictObject({ from: date, to: date }),
	async call({ tickets, knowledge }, { query }, context, { key }) {
		const range = rangeOf(query);
		const [figures, gaps] = await Promise.all([
			tickets.getFigures(range, context),
			key.scopes.has("knowledge:read")
				? gapsOf(knowledge.countGaps(range, context))
				: null,
		]);
		return ok(JSON.stringify({ ...parse(figures), gaps }));
	},
	documentation: {
		operationId: "getFigures",
		tag: "Tickets",
		summary: "Retrieve figures of some days",
		description: `Days in UTC, both included; the last ${DAYS_DEFAULT} days if not given, at most ${DAYS_MAX}.`,
		response: Figures,
		responseExample: {
			...{ from: "2026-11-21", to: "2026-11-21", created: 12, resolved: 9 },
			days: [{ date: "2026-11-21", created: 12, resolved: 9 }],
			sampled_tickets: 12,
			first_reply: { tickets: 10, median_seconds: 1_260 },
			resolution: { tickets: 8, median_seconds: 9_400 },
			drafts: { sent_unchanged: 5, sent_edited: 2, discarded: 1 },
			gaps: { open: 7, first_seen: 4, resolved: 1 },
		},
	},
});
