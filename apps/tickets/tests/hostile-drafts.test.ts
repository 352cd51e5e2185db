import { beforeEach, describe, expect, it } from "vitest";
import { drafting } from "./drafting.ts";
import { ARTICLE, usualUpstreams } from "./fake-upstreams.ts";
import { approve, givenTicket, type Workspace } from "./given.ts";
import { type Harness, json } from "./harness.ts";
import { TRANSPORTS } from "./transport.ts";
import { useHarness } from "./use-harness.ts";

const HOSTILE = `<script>alert(1)</script><img src=x onerror="alert(2)"><a href="javascript:alert(3)">Refunds</a> take
five days.<img src="https://tracker.example/pixel.png"><iframe src="https://evil.example"></iframe>`;
const WORDS = "Hello,\n\nRefunds take\nfive days.\n\nKind regards";
const draftWith = (words: string) => `Hello,\n\n${words}\n\nKind regards`;
const ACTIVE = /<|onerror|javascript:|tracker\.example/i;

describe.each(TRANSPORTS)(
	"drafts from an article with hostile HTML %s",
	(transport) => {
		let harness: Harness;
		let workspace: Workspace;
		useHarness(transport, (given) => {
			({ harness, workspace } = given);
		});
		const { conversation, draftOf, draftsOf, repliesOf } = drafting(() => ({
			harness,
			workspace,
		}));

		beforeEach(() => {
			harness.upstreams.findPassages = async () => ({
				articles: [{ ...ARTICLE, excerpt: HOSTILE }],
			});
			harness.upstreams.writeDraft = async (request, context) => ({
				...(await usualUpstreams().writeDraft(request, context)),
				body: draftWith(HOSTILE),
			});
		});
		const givenHostileDraft = async () => {
			const ticket = await givenTicket(harness, workspace);
			await harness.settle();
			return ticket;
		};
		/** What agents, customers and their programs get to see. */
		const expectHarmless = async (ticket: {
			id: string;
			contact: { email: string };
		}) => {
			const shown = await draftOf(ticket.id);
			expect(shown.body).toBe(WORDS);
			expect(shown.sources[0].excerpt).toBe("Refunds take\nfive days.");
			const { draft, message } = json(
				await approve(harness, workspace, ticket.id, shown.id),
			);
			expect(draft.body).toBe(WORDS);
			expect(JSON.stringify(draft.sources)).not.toMatch(ACTIVE);
			const sent = { body: WORDS, body_text: WORDS, body_format: "text" };
			expect(message).toMatchObject(sent);
			expect(await repliesOf(ticket.id)).toMatchObject([sent]);
			expect(JSON.stringify(await conversation(ticket.id))).not.toMatch(ACTIVE);
			const { raw } = await harness.mail.waitFor(({ to }) =>
				to.includes(ticket.contact.email),
			);
			const [, body] = raw.split("\r\n\r\n", 2);
			expect(raw).not.toContain("text/html");
			expect(body).not.toMatch(ACTIVE);
		};

		it("are stored, shown, sent and mailed as plain text", async () => {
			const ticket = await givenHostileDraft();
			const [stored] = await harness.sql<{ body: string; sources: unknown }>(
				"select body, sources from tickets.drafts where ticket_id = $1",
				[ticket.id],
			);
			expect(stored!.body).toBe(WORDS);
			expect(JSON.stringify(stored!.sources)).not.toMatch(ACTIVE);
			await expectHarmless(ticket);
		});

		it("are shown, sent and mailed as plain text if an earlier version has stored them", async () => {
			const ticket = await givenHostileDraft();
			await harness.sql(
				`update tickets.drafts
			    set body = $2, sources = jsonb_set(sources, '{0,excerpt}', to_jsonb($3::text))
			  where ticket_id = $1`,
				[ticket.id, draftWith(HOSTILE), HOSTILE],
			);
			await expectHarmless(ticket);
		});

		it("are none when nothing is left of them", async () => {
			harness.upstreams.writeDraft = async (request, context) => ({
				...(await usualUpstreams().writeDraft(request, context)),
				body: "<script>alert(1)</script>",
			});
			const ticket = await givenHostileDraft();
			expect(await draftsOf(ticket.id)).toEqual([]);
		});
	},
);
