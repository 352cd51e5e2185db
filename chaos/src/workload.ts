import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, type ApiClient, NO_ANSWER } from "./api-client.ts";
import type { Entry, Ledger } from "./ledger.ts";

// Answers after which the client cannot know, or is asked to try again. Anything else is definite.
const TRY_AGAIN = [NO_ANSWER, 409, 429, 502, 503];
const RETRY_EVERY_MS = 100;
const OK = [200, 201];
// The help centre answers it.
const QUESTION = "I was charged twice this month. How long does a refund take?";
const SUBJECT = "Charged twice";
const WAITING_MAX = 5;

/**
 * One client: creates tickets, approves their drafts, replies to them, changes them and reads each of its own writes
 * back, until `signal`. What has no definite answer it sends again with the same key, as the API asks its users to.
 */
export async function runClient(
	api: ApiClient,
	ledger: Ledger,
	signal: AbortSignal,
): Promise<void> {
	const waiting: string[] = [];
	while (!signal.aborted) {
		const create = ledger.invoke("create");
		const created = await untilDefinite(api, ledger, create, {
			method: "POST",
			path: "/v1/tickets",
			body: {
				subject: SUBJECT,
				body: QUESTION,
				contact: { email: `${create.mark}@example.com` },
			},
		});
		if (create.outcome !== "ok") continue;
		create.ticketId = created.body.id;
		await expectSubject(api, ledger, create, SUBJECT);

		// Drafts take a moment: the oldest ticket has its by now, or will have none.
		waiting.push(create.ticketId!);
		const oldest = waiting[0]!;
		const isDone = await approveIfReady(api, ledger, oldest);
		if (!isDone && waiting.length <= WAITING_MAX) continue;
		waiting.shift();
		// Only now: an agent's reply retracts the draft.
		const reply = ledger.invoke("reply", oldest);
		await untilDefinite(api, ledger, reply, {
			method: "POST",
			path: `/v1/tickets/${oldest}/messages`,
			body: { type: "outbound", body: reply.mark },
		});
		if (reply.outcome === "ok") {
			await expectMessage(
				api,
				ledger,
				reply,
				({ body }) => body === reply.mark,
			);
		}
		const patch = ledger.invoke("patch", oldest);
		await untilDefinite(api, ledger, patch, {
			method: "PATCH",
			path: `/v1/tickets/${oldest}`,
			body: { subject: patch.mark },
		});
		if (patch.outcome === "ok") {
			await expectSubject(api, ledger, patch, patch.mark);
		}
	}
}

/** Whether there was a draft to approve. */
async function approveIfReady(
	api: ApiClient,
	ledger: Ledger,
	ticketId: string,
): Promise<boolean> {
	const path = `/v1/conversations/${ticketId}/ai-draft`;
	const draft = await api.send("GET", path);
	if (draft.status !== 200 || draft.body.stale) return false;
	const approve = ledger.invoke("approve", ticketId);
	await untilDefinite(api, ledger, approve, {
		method: "POST",
		path: `${path}/approve`,
		body: { draft_id: draft.body.id },
	});
	if (approve.outcome === "ok") {
		await expectMessage(api, ledger, approve, (each) => each.ai_generated);
	}
	return true;
}

interface Request {
	readonly method: "POST" | "PATCH";
	readonly path: string;
	readonly body: unknown;
}

async function untilDefinite(
	api: ApiClient,
	ledger: Ledger,
	entry: Entry,
	{ method, path, body }: Request,
): Promise<Answer> {
	for (;;) {
		const answer = await api.send(method, path, body, entry.mark);
		entry.statuses.push(answer.status);
		if (isRetryable(answer)) {
			await sleep(RETRY_EVERY_MS);
			continue;
		}
		entry.outcome = OK.includes(answer.status) ? "ok" : "failed";
		// A draft may be overtaken by a newer one; nothing else here can be refused.
		if (entry.outcome === "failed" && entry.kind !== "approve") {
			ledger.violations.push(
				`${entry.mark} was answered ${answer.status} ${JSON.stringify(answer.body)}`,
			);
		}
		return answer;
	}
}

/** Of the conflicts only one says "try again"; the others are the answer. */
function isRetryable({ status, body }: Answer): boolean {
	if (status === 409) return body.error.code === "idempotency_in_progress";
	return TRY_AGAIN.includes(status);
}

/** Whoever was told ok sees it, at whichever gateway. */
async function expectSubject(
	api: ApiClient,
	ledger: Ledger,
	{ ticketId, mark }: Entry,
	subject: string,
): Promise<void> {
	const { status, body } = await readUntilDefinite(
		api,
		`/v1/tickets/${ticketId}`,
	);
	if (status !== 200 || body.subject !== subject) {
		ledger.violations.push(
			`${mark} was acknowledged, then read as ${status} ${body.subject}`,
		);
	}
}

interface Message {
	readonly body: string;
	readonly ai_generated: boolean;
}

/** The same of a message of its ticket. */
async function expectMessage(
	api: ApiClient,
	ledger: Ledger,
	{ ticketId, mark }: Entry,
	isIt: (message: Message) => boolean,
): Promise<void> {
	const { status, body } = await readUntilDefinite(
		api,
		`/v1/tickets/${ticketId}/messages?limit=100`,
	);
	if (status !== 200 || !(body.data as Message[]).some(isIt)) {
		ledger.violations.push(
			`${mark} was acknowledged, then not among the messages (${status})`,
		);
	}
}

async function readUntilDefinite(
	api: ApiClient,
	path: string,
): Promise<Answer> {
	for (;;) {
		const answer = await api.send("GET", path);
		if (!TRY_AGAIN.includes(answer.status)) return answer;
		await sleep(RETRY_EVERY_MS);
	}
}
