import { setTimeout as sleep } from "node:timers/promises";
import type { Workspace } from "@supportdesk/cluster/provision.ts";
import { sendRequest } from "@supportdesk/cluster/send-request.ts";

const REQUESTS_AT_A_TIME = 4;
const PAUSE_MS = 10;

/** Responses by status; `0` for lost connections. */
export type Statuses = Readonly<Record<string, number>>;

/** The responses of a workspace's small requests. */
export interface Experience {
	readonly statuses: Statuses;
	readonly p50Ms: number;
	readonly p99Ms: number;
}

/** Creates a ticket and returns its path. */
export async function createTicket(
	url: string,
	{ key }: Workspace,
): Promise<string> {
	const response = await sendRequest(key, "POST", `${url}/v1/tickets`, {
		subject: "A neighbour",
		body: "Where is my parcel?",
		contact: { email: "neighbour@example.com" },
	});
	const { id } = (await response.json()) as { id: string };
	return `/v1/tickets/${id}`;
}

/** Reads a ticket and writes notes on it, four requests at a time, until the signal. */
export async function sendSmallRequests(
	url: string,
	{ key }: Workspace,
	path: string,
	until: AbortSignal,
): Promise<Experience> {
	const statuses: Record<string, number> = {};
	const latenciesMs: number[] = [];
	const note = { type: "note", body: "A small note." };
	const one = async (turn: number) => {
		const since = performance.now();
		const isWrite = turn % 5 === 0;
		const sent = isWrite
			? sendRequest(key, "POST", `${url}${path}/messages`, note)
			: sendRequest(key, "GET", url + path);
		const status = await sent.then(
			async (response) => {
				await response.arrayBuffer();
				return response.status;
			},
			() => 0,
		);
		latenciesMs.push(performance.now() - since);
		count(statuses, status);
	};
	const loop = async () => {
		for (let turn = 0; !until.aborted; turn += 1) {
			await one(turn);
			await sleep(PAUSE_MS);
		}
	};
	await Promise.all(Array.from({ length: REQUESTS_AT_A_TIME }, loop));
	latenciesMs.sort((a, b) => a - b);
	const quantile = (q: number) =>
		latenciesMs[Math.floor(q * (latenciesMs.length - 1))]!;
	return { statuses, p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
}

export function count(statuses: Record<string, number>, status: number): void {
	statuses[status] = (statuses[status] ?? 0) + 1;
}
