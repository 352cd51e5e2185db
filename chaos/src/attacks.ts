import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Workspace } from "@supportdesk/cluster/provision.ts";
import { sendRequest } from "@supportdesk/cluster/send-request.ts";
import { count, createTicket, type Statuses } from "./small-requests.ts";

const MIB = 1024 * 1024;
const UPLOADS_AT_A_TIME = 9;
const FILES = 2;
const SLOW_READERS = 200;
const PAGE_MESSAGES = 30;
const PAUSE_MS = 10;

/** Sends requests that should slow down only its own workspace, until the signal; returns their statuses. */
export type Attack = (
	url: string,
	workspace: Workspace,
	signal: AbortSignal,
) => Promise<Statuses>;

/** Nine parallel uploads of 27 MB, again and again. */
const uploadLargeFiles: Attack = async (url, workspace, signal) => {
	const path = await createTicket(url, workspace);
	const data = Buffer.alloc(10 * MIB, "large file ").toString("base64");
	const body = Buffer.from(
		JSON.stringify({
			type: "note",
			body: "See files.",
			attachments: Array.from({ length: FILES }, (_, i) => ({
				filename: `${i}.bin`,
				content_type: "application/octet-stream",
				data,
			})),
		}),
	);
	const statuses: Record<string, number> = {};
	const agent = new Agent({ keepAlive: true, maxSockets: UPLOADS_AT_A_TIME });
	const upload = () =>
		new Promise<number>((resolve) => {
			request(`${url}${path}/messages`, {
				method: "POST",
				agent,
				signal,
				headers: {
					Authorization: `Bearer ${workspace.key}`,
					"Content-Type": "application/json",
					"Content-Length": body.length,
				},
			})
				.on("error", () => resolve(0))
				.on("response", (response) => {
					response.resume().on("close", () => resolve(response.statusCode!));
				})
				.end(body);
		});
	const loop = async () => {
		while (!signal.aborted) {
			const status = await upload();
			if (signal.aborted) return;
			count(statuses, status);
			if (status !== 201) await sleep(PAUSE_MS);
		}
	};
	await Promise.all(Array.from({ length: UPLOADS_AT_A_TIME }, loop));
	agent.destroy();
	return statuses;
};

/** Two hundred connections that request pages of 3 MB and do not read them. */
const readSlowly: Attack = async (url, workspace, signal) => {
	const path = await createTicket(url, workspace);
	const body = "€".repeat(33_000);
	for (let i = 0; i < PAGE_MESSAGES; i += 1) {
		const message = { type: "note", body };
		const response = await sendRequest(
			workspace.key,
			"POST",
			`${url}${path}/messages`,
			message,
		);
		await response.arrayBuffer();
	}
	const { hostname, port, host } = new URL(url);
	const statuses: Record<string, number> = {};
	const head = [
		`GET ${path}/messages?limit=${PAGE_MESSAGES} HTTP/1.1`,
		`Host: ${host}`,
		`Authorization: Bearer ${workspace.key}`,
		"Connection: close",
	];
	const askOnce = () =>
		new Promise<void>((resolve) => {
			const socket = connect(Number(port), hostname);
			const close = () => socket.destroy();
			signal.addEventListener("abort", close, { once: true });
			socket.on("error", () => {});
			socket.on("close", () => {
				signal.removeEventListener("abort", close);
				resolve();
			});
			socket.write(`${head.join("\r\n")}\r\n\r\n`);
			socket.once("data", (chunk) => {
				count(statuses, Number(chunk.toString("latin1", 9, 12)));
				socket.pause();
			});
		});
	const loop = async () => {
		while (!signal.aborted) {
			await askOnce();
			await sleep(PAUSE_MS);
		}
	};
	await Promise.all(Array.from({ length: SLOW_READERS }, loop));
	return statuses;
};

export const ATTACKS = {
	"large uploads": uploadLargeFiles,
	"slow readers": readSlowly,
} satisfies Record<string, Attack>;
export type AttackName = keyof typeof ATTACKS;
