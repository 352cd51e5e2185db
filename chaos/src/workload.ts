import { setTimeout as sleep } from "node:timers/promises";
import { type ApiClient, type ApiResponse, NO_RESPONSE } from "./api-client.ts";
import type { Entry, Ledger } from "./ledger.ts";

// Statuses after which the outcome is unknown or a retry is requested. All others are definite.
const RETRYABLE = [NO_RESPONSE, 409, 429, 502, 503];
const RETRY_EVERY_MS = 100;
const OK = [200, 201];
// The help centre has an article for it.
const QUESTION = "I was charged twice this month. How long does a refund take?";
const SUBJECT = "Charged twice";
const WAITING_MAX = 5;

/**
 * One client: creates tickets, approves their drafts, replies to them, changes them and reads each of its own writes
 * back, until `signal`. It retries requests without a definite response with the same key, as the API requires.
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

		// Drafts take time: the oldest ticket has its draft by now, or will have none.
		waiting.push(create.ticketId!);
		const oldest = waiting[0]!;
		const isDone = await approveIfReady(api, ledger, oldest);
		if (!isDone && waiting.length <= WAITING_MAX) continue;
		waiting.shift();
		// After the approval, because an agent's reply retracts the draft.
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
): Promise<ApiResponse> {
	for (;;) {
		const response = await api.send(method, path, body, entry.mark);
		entry.statuses.push(response.status);
		if (isRetryable(response)) {
			await sleep(RETRY_EVERY_MS);
			continue;
		}
		entry.outcome = OK.includes(response.status) ? "ok" : "failed";
		// A newer draft may replace a draft; the other operations cannot be refused.
		if (entry.outcome === "failed" && entry.kind !== "approve") {
			ledger.violations.push(
				`${entry.mark} got ${response.status} ${JSON.stringify(response.body)}`,
			);
		}
		return response;
	}
}

/** Only one conflict is transient; the others are definite. */
function isRetryable({ status, body }: ApiResponse): boolean {
	if (status === 409) return body.error.code === "idempotency_in_progress";
	return RETRYABLE.includes(status);
}

/** An acknowledged change is visible at every gateway. */
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

/** An acknowledged message is visible at every gateway. */
async function expectMessage(
	api: ApiClient,
	ledger: Ledger,
	{ ticketId, mark }: Entry,
	matches: (message: Message) => boolean,
): Promise<void> {
	const { status, body } = await readUntilDefinite(
		api,
		`/v1/tickets/${ticketId}/messages?limit=100`,
	);
	if (status !== 200 || !(body.data as Message[]).some(matches)) {
		ledger.violations.push(
			`${mark} was acknowledged, then missing from the messages (${status})`,
		);
	}
}

async function readUntilDefinite(
	api: ApiClient,
	path: string,
): Promise<ApiResponse> {
	for (;;) {
		const response = await api.send("GET", path);
		if (!RETRYABLE.includes(response.status)) return response;
		await sleep(RETRY_EVERY_MS);
	}
}
