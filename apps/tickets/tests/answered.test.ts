import type { AnsweredTicket } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { announceRows } from "@supportdesk/pg/row-watch.ts";
import { describe, expect, it } from "vitest";
import { ARTICLE, away, REFINED_SIGNALS } from "./fake-upstreams.ts";
import { callOf, givenTicket, type Workspace } from "./given.ts";
import { type Harness, json } from "./harness.ts";
import { TRANSPORTS } from "./transport.ts";
import { useHarness } from "./use-harness.ts";

const WAIT = { timeout: 8_000 };

describe.each(TRANSPORTS)(
	"tickets whose answer is published later %s",
	(transport) => {
		let harness: Harness;
		let workspace: Workspace;
		const answered: AnsweredTicket[] = [];
		let asked: number[] = [];
		useHarness(transport, (given) => {
			({ harness, workspace } = given);
		});

		/** From now on the help centre answers, and lists these tickets as the ones that had waited for it. */
		const publish = (...ticketIds: string[]) => {
			for (const ticketId of ticketIds) {
				const sequence = (answered.at(-1)?.sequence ?? 0) + 1;
				answered.push({
					sequence,
					workspaceId: workspace.id,
					ticketId,
					articleChanged: false,
				});
			}
			asked = [];
			harness.upstreams.findPassages = async () => ({ articles: [ARTICLE] });
			harness.upstreams.listAnsweredTickets = async ({ after, limit }) => {
				asked.push(after);
				const tickets = answered.filter(({ sequence }) => sequence > after);
				return { tickets: tickets.slice(0, limit) };
			};
			announceRows("answered tickets"); // as the knowledge service does
		};
		const draftOf = async (ticketId: string) =>
			harness.api.getDraft({ ticketId }, callOf(workspace)).then(
				(answer) => json(answer).status,
				({ code }) => code,
			);

		it("get their drafts within seconds", async () => {
			const first = await givenTicket(harness, workspace);
			const second = await givenTicket(harness, workspace);
			await harness.settle();
			expect(await draftOf(first.id)).toBe("draft_not_found");
			publish(first.id, second.id);
			await expect.poll(() => draftOf(first.id), WAIT).toBe("ready");
			await expect.poll(() => draftOf(second.id), WAIT).toBe("ready");
		});

		it("keep their signals, which were refined before", async () => {
			const ticket = await givenTicket(harness, workspace);
			await harness.settle();
			harness.upstreams.classify = async () => ({
				signals: [{ ...REFINED_SIGNALS, intent: "shipping" }],
				modelMissing: false,
			});
			publish(ticket.id);
			await expect.poll(() => draftOf(ticket.id), WAIT).toBe("ready");
			const request = { id: ticket.id, view: View.VIEW_TICKET };
			const { ai } = json(
				await harness.api.getTicket(request, callOf(workspace)),
			);
			expect(ai).toEqual({ ...REFINED_SIGNALS, draft_ready: true });
		});

		it("are asked for several times when the knowledge service announces some", async () => {
			publish();
			await expect
				.poll(() => asked.length, { timeout: 3_000 })
				.toBeGreaterThan(3);
		});

		it("are asked for from where the last list ended, so none comes twice", async () => {
			const ticket = await givenTicket(harness, workspace);
			await harness.settle();
			publish(ticket.id);
			const last = answered.at(-1)!.sequence;
			await expect.poll(() => asked.includes(last), WAIT).toBe(true);
			await expect.poll(() => draftOf(ticket.id), WAIT).toBe("ready");
			const [row] = await harness.sql<{ sequence: string }>(
				"select sequence from tickets.answered_tickets_read",
			);
			expect(row!.sequence).toBe(String(last));
		});

		it("are not lost while the knowledge service is unavailable", async () => {
			const ticket = await givenTicket(harness, workspace);
			await harness.settle();
			let refused = 0;
			harness.upstreams.listAnsweredTickets = () => {
				refused += 1;
				return away();
			};
			await expect.poll(() => refused, WAIT).toBeGreaterThan(0);
			publish(ticket.id);
			await expect.poll(() => draftOf(ticket.id), WAIT).toBe("ready");
		});

		it("do no harm when they were deleted meanwhile", async () => {
			const gone = await givenTicket(harness, workspace);
			const kept = await givenTicket(harness, workspace);
			await harness.settle();
			await harness.api.deleteTicket({ id: gone.id }, callOf(workspace));
			publish(gone.id, kept.id);
			await expect.poll(() => draftOf(kept.id), WAIT).toBe("ready");
			await harness.settle();
			expect(
				await harness.sql("select from tickets.drafts where ticket_id = $1", [
					gone.id,
				]),
			).toEqual([]);
		});
	},
);
