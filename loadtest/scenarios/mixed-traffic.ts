import { KEYS, pick, send, TICKET_IDS } from "./api.ts";

const QUESTIONS = [
	"How do I reset my password?",
	"Where is my parcel?",
	"Can I get a refund for a damaged item?",
	"How do I change my delivery address?",
];

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
		run: () =>
			post("create", "/v1/tickets", {
				subject: "Where is my parcel?",
				body: pick(QUESTIONS),
				contact: { email: `load-${__VU}-${__ITER}@example.com` },
			}),
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

/** One user action of a desk's day: mostly reading, some writing, now and then a search or an approval. */
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

/** A new question, and its draft approved when there is one by then. */
function approve(): void {
	const created = post("create", "/v1/tickets", {
		subject: "Refund",
		body: "Can I get a refund for a damaged item?",
		contact: { email: `draft-${__VU}-${__ITER}@example.com` },
	});
	const id = created.json("id");
	const path = `/v1/conversations/${id}/ai-draft`;
	const ready = created.json("ai.draft_ready") === true;
	if (ready) post("approve", `${path}/approve`, {});
}

/** Limits for answers on a machine that has room; the run fails when one is missed. */
export const THRESHOLDS = {
	http_req_failed: ["rate<0.001"],
	checks: ["rate>0.999"],
	dropped_iterations: ["count==0"],
	"http_req_duration{kind:read}": ["p(95)<50", "p(99)<150"],
	"http_req_duration{kind:create}": ["p(95)<100", "p(99)<300"],
	"http_req_duration{kind:reply}": ["p(95)<100", "p(99)<300"],
	"http_req_duration{kind:search}": ["p(95)<100"],
};
