import { KEYS, pick, send, TICKET_IDS } from "./api.ts";

// The help centre has articles for these.
const QUESTIONS = [
	"I typed a wrong password too often and my account is locked. How do I get back in?",
	"I was charged twice this month. How long does a refund take?",
	"My notes do not sync to my phone. How do I make them sync again?",
	"A colleague deleted a notebook. Is there a way to restore deleted notes?",
];
const DRAFT_AFTER_MS = 3_000;

const key = KEYS.unlimited!;
const post = (kind: string, path: string, body: unknown) =>
	send({ kind, method: "POST", path, body, key });

const ACTIONS: readonly { share: number; run: () => void }[] = [
	{
		share: 0.4,
		run: () =>
			send({
				kind: "read",
				method: "GET",
				path: `/v1/tickets/${pick(TICKET_IDS)}`,
				key,
			}),
	},
	{
		share: 0.25,
		run: () =>
			send({
				kind: "read",
				method: "GET",
				path: "/v1/tickets?status=open",
				key,
			}),
	},
	{
		share: 0.15,
		run: create,
	},
	{
		share: 0.1,
		run: () =>
			post("reply", `/v1/tickets/${pick(TICKET_IDS)}/messages`, {
				type: "outbound",
				body: "It is on its way.",
			}),
	},
	{
		share: 0.08,
		run: () =>
			post("search", "/v1/knowledge/search", { query: pick(QUESTIONS) }),
	},
	{ share: 0.02, run: approve },
];

/** One action of a support team: mostly reads, some writes, sometimes a search or an approval. */
export function act(): void {
	let dice = Math.random();
	for (const { share, run } of ACTIONS) {
		dice -= share;
		if (dice < 0) {
			run();
			return;
		}
	}
}

// This user's tickets whose drafts have not been read.
const created: { id: string; at: number }[] = [];

function create(): void {
	const response = post("create", "/v1/tickets", {
		subject: "A question",
		body: pick(QUESTIONS),
		contact: { email: `load-${__VU}-${__ITER}@example.com` },
	});
	if (response.status !== 201) return;
	created.push({ id: response.json("id") as string, at: Date.now() });
}

/** Reads an earlier ticket and approves its draft. */
function approve(): void {
	const oldest = created[0];
	if (!oldest || Date.now() - oldest.at < DRAFT_AFTER_MS) {
		create();
		return;
	}
	created.shift();
	const path = `/v1/conversations/${oldest.id}`;
	const ticket = send({ kind: "read", method: "GET", path, key });
	if (ticket.json("ai.draft_ready") !== true) return;
	post("approve", `${path}/ai-draft/approve`, {});
}

/** Latency limits on an idle machine; the run fails when one is missed. */
export const THRESHOLDS = {
	http_req_failed: ["rate<0.001"],
	checks: ["rate>0.999"],
	dropped_iterations: ["count==0"],
	"http_req_duration{kind:read}": ["p(95)<50", "p(99)<150"],
	"http_req_duration{kind:create}": ["p(95)<100", "p(99)<300"],
	"http_req_duration{kind:reply}": ["p(95)<100", "p(99)<300"],
	"http_req_duration{kind:search}": ["p(95)<100"],
	"http_req_duration{kind:approve}": ["p(95)<100", "p(99)<300"],
};
