import type { AllowedNetworks } from "@supportdesk/public-addresses/allowed-address.ts";
import { nextWaitMs, retryAfterMs } from "../domain/retry-schedule.ts";
import type { Lookup } from "./lookup.ts";
import { parseTarget, RefusedTarget, resolveTarget } from "./resolve-target.ts";
import { sendRequest } from "./send-request.ts";
import { signaturesOf } from "./signature.ts";

const TIMEOUT_MS = 15_000; // for an attempt, as the API promises
const GONE = 410;

/** A request to be made. */
export interface Outgoing {
	readonly url: string;
	readonly eventId: string;
	readonly body: string;
	/** The newest first. */
	readonly secrets: readonly Buffer[];
	/** Attempts before this one. */
	readonly attemptsBefore: number;
}

/** What an attempt came to, and what follows from it. */
export interface Outcome {
	readonly status: "pending" | "delivered" | "failed";
	/** Of the next attempt, from now. */
	readonly waitMs: number | undefined;
	/** The endpoint wants no more events. */
	readonly isGone: boolean;
	readonly durationMs: number;
	readonly statusCode: number | undefined;
	readonly error: string | undefined;
	readonly responseBody: string | undefined;
}

export interface Network {
	readonly allowed: AllowedNetworks;
	readonly lookup: Lookup;
}

/** Tries a delivery once. Never rejects: what fails is an outcome. */
export async function attempt(
	outgoing: Outgoing,
	startedAt: Date,
	network: Network,
): Promise<Outcome> {
	const startedMs = performance.now();
	const timestamp = Math.floor(startedAt.getTime() / 1000);
	const number = outgoing.attemptsBefore + 1;
	const failed = (waitMs: number | undefined) =>
		waitMs === undefined
			? ({ status: "failed", waitMs } as const)
			: ({ status: "pending", waitMs } as const);
	const signal = AbortSignal.timeout(TIMEOUT_MS);
	try {
		const url = parseTarget(outgoing.url);
		const target = await Promise.race([
			resolveTarget(url, network.allowed, network.lookup),
			rejectOnAbort(signal),
		]);
		const response = await sendRequest(
			target,
			{
				"content-type": "application/json",
				"user-agent": "SupportDesk-Webhooks/1.0",
				"webhook-id": outgoing.eventId,
				"webhook-timestamp": String(timestamp),
				"webhook-signature": signaturesOf(
					outgoing.secrets,
					outgoing.eventId,
					timestamp,
					outgoing.body,
				),
			},
			outgoing.body,
			signal,
		);
		const isSuccess = response.status >= 200 && response.status < 300;
		const isGone = response.status === GONE;
		const askedMs = retryAfterMs(response.retryAfter, startedAt.getTime());
		return {
			...(isSuccess
				? ({ status: "delivered", waitMs: undefined } as const)
				: failed(
						isGone ? undefined : nextWaitMs(number, askedMs, Math.random()),
					)),
			isGone,
			durationMs: Math.round(performance.now() - startedMs),
			statusCode: response.status,
			error: isSuccess
				? undefined
				: `The endpoint returned ${response.status}.`,
			responseBody: response.body,
		};
	} catch (err) {
		return {
			...failed(nextWaitMs(number, undefined, Math.random())),
			isGone: false,
			durationMs: Math.round(performance.now() - startedMs),
			statusCode: undefined,
			// Whoever is aborted says so, not why.
			error: describe(signal.aborted ? signal.reason : err),
			responseBody: undefined,
		};
	}
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		const onAbort = () => reject(signal.reason);
		signal.addEventListener("abort", onAbort, { once: true });
	});
}

const SENTENCES: Readonly<Record<string, string>> = {
	ECONNREFUSED: "The connection was refused.",
	ECONNRESET: "The connection was closed before a response came.",
	EHOSTUNREACH: "The host cannot be reached.",
	ENETUNREACH: "The network cannot be reached.",
	ENOTFOUND: "The name of the host does not exist.",
	ENODATA: "The name of the host has no address.",
	ETIMEOUT: "The name of the host could not be resolved in time.",
	ETIMEDOUT: "No connection within 15 s.",
};

/** A sentence for the owner of the webhook; what is not known is named by its code, never by its message. */
function describe(err: unknown): string {
	if (err instanceof RefusedTarget) return err.message;
	if (err instanceof Error && err.name === "TimeoutError") {
		return "No response within 15 s.";
	}
	const { code } = err as NodeJS.ErrnoException;
	return SENTENCES[code ?? ""] ?? `The request failed (${code ?? "unknown"}).`;
}
