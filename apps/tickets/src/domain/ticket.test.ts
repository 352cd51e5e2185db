import { expect, it, test } from "vitest";
import { applyPatch, type Ticket, type TicketStatus } from "./ticket.ts";

const ticket: Ticket = {
	id: "tkt_1",
	subject: "Where is my parcel?",
	status: "open",
	priority: "normal",
	channel: "api",
	contact: { id: "cnt_1", name: "Ada", email: "ada@ex.co", avatarUrl: null },
	assignee: null,
	group: null,
	tags: [],
	signals: {
		intent: "other",
		urgency: "normal",
		sentiment: "unknown",
		confidence: 0,
	},
	readyDraftId: null,
	customAttributesJson: "{}",
	createdAt: "2026-01-01T00:00:00.000Z",
	updatedAt: "2026-01-01T00:00:00.000Z",
	resolvedAt: null,
	externalId: null,
	mergedInto: null,
	participants: [],
};
const earlier = "2026-01-02T00:00:00.000Z";
const now = new Date("2026-01-03T00:00:00Z");

test.each<[TicketStatus, string | null, TicketStatus, string | null]>([
	["open", null, "resolved", now.toISOString()],
	["resolved", earlier, "resolved", earlier],
	["resolved", earlier, "open", null],
	["resolved", earlier, "pending", null],
	["archived", earlier, "open", null],
	["archived", earlier, "resolved", earlier],
])(
	"%s (resolved %s) becomes %s (resolved %s)",
	(status, resolvedAt, next, expected) => {
		const patched = applyPatch(
			{ ...ticket, status, resolvedAt },
			{ status: next },
			now,
		);
		expect(patched).toMatchObject({ status: next, resolvedAt: expected });
	},
);

it("changes nothing for an empty patch, not even updated_at", () => {
	expect(applyPatch(ticket, {}, now)).toBe(ticket);
});

it("unassigns with null and leaves what is absent alone", () => {
	const assigned = {
		...ticket,
		assignee: { id: "usr_1", name: "Bo", email: "bo@ex.co" },
	};
	const patched = applyPatch(
		assigned,
		{ assignee: null, subject: undefined },
		now,
	);
	expect(patched.assignee).toBeNull();
	expect(patched.subject).toBe(ticket.subject);
	expect(patched.updatedAt).toBe(now.toISOString());
});

it("dates each change after the last one, also by a clock that is behind", () => {
	const patched = applyPatch(
		ticket,
		{ status: "resolved" },
		new Date("2025-01-01T00:00:00Z"),
	);
	const nextMillisecond = "2026-01-01T00:00:00.001Z";
	expect(patched.updatedAt).toBe(nextMillisecond);
	expect(patched.resolvedAt).toBe(nextMillisecond);
});
