import { ApiError, ConnectionError } from "./errors.ts";
import type { Event } from "./gen/api.ts";
import { readLines } from "./lines.ts";
import { isTransient, retryDelayMs, sleep } from "./retries.ts";
import type { Query, Transport } from "./transport.ts";

// The stream has a comment every 15 s.
const SILENCE_MS = 40_000;
const PATH = "/v1/events/stream";

export interface Subscription {
	/** Only events with a higher sequence; by default those that happen from now on. */
	readonly after?: number | undefined;
	/** `ticket.created,message.*`, or a list of them; all by default. */
	readonly types?: string | readonly string[] | undefined;
}

/** What an agent does in a conversation. */
export interface PresenceChange {
	readonly conversation_id: string;
	readonly agent_id: string;
	readonly state: "viewing" | "typing" | "left";
}

export interface SubscriptionOptions {
	/** Ends the subscription. */
	readonly signal?: AbortSignal | undefined;
	/** Called when the stream is open, also after it was resumed. */
	readonly onConnect?: (() => void) | undefined;
	/**
	 * Called with who is in which conversation, and with every change of it. Nothing of it is stored: after `onConnect`
	 * it begins again.
	 */
	readonly onPresence?: ((change: PresenceChange) => void) | undefined;
	/** Called when the stream has ended or could not be opened; it is opened again after a delay. */
	readonly onDisconnect?: ((error: unknown) => void) | undefined;
}

/**
 * The workspace's events in their order, each once, as long as the caller reads them: a stream that breaks is resumed
 * behind the last event. Ends when the signal is aborted.
 *
 * @throws ApiError where a retry is of no use: the key is revoked, or lacks the scope
 */
export async function* subscribe(
	transport: Transport,
	{ after, types }: Subscription,
	{ signal, onConnect, onDisconnect, onPresence }: SubscriptionOptions,
): AsyncGenerator<Event, void, undefined> {
	let position = after;
	let failures = 0;
	while (!signal?.aborted) {
		const connection = openConnection(signal);
		let retryMs: number | undefined;
		try {
			position ??= await findNewest(transport, connection.signal);
			const response = await transport.attempt({
				method: "GET",
				path: PATH,
				query: { after: position, types, presence: onPresence && true },
				signal: connection.signal,
			});
			failures = 0;
			onConnect?.();
			for await (const part of readParts(response)) {
				retryMs = part.retryMs ?? retryMs;
				if (part.presence) onPresence?.(part.presence);
				const { event } = part;
				if (!event || event.sequence <= position) continue;
				position = event.sequence;
				yield event;
			}
			throw new ConnectionError("The stream has ended.");
		} catch (error) {
			if (signal?.aborted) return;
			if (!isTransient(error) && !isServerError(error)) throw error;
			onDisconnect?.(error);
			const delay = retryDelayMs(error, failures++, retryMs);
			await sleep(delay, signal).catch(() => {}); // aborted
		} finally {
			connection.close();
		}
	}
}

/** A signal of one connection, so that nothing of an ended one stays with the caller's signal. */
function openConnection(signal: AbortSignal | undefined) {
	const connection = new AbortController();
	const abort = () => connection.abort(signal?.reason);
	signal?.addEventListener("abort", abort);
	return {
		signal: connection.signal,
		close() {
			signal?.removeEventListener("abort", abort);
			connection.abort();
		},
	};
}

// Without a position, what happens between a break and the next connection would be lost.
async function findNewest(
	transport: Transport,
	signal: AbortSignal,
): Promise<number> {
	const query: Query = { sort: "sequence:desc", limit: 1 };
	const page = await transport.json({
		...{ method: "GET", path: "/v1/events", query, signal },
		totalTimeoutMs: 0,
	});
	return (page as { data: Event[] }).data[0]?.sequence ?? 0;
}

function isServerError(error: unknown): boolean {
	return error instanceof ApiError && error.status >= 500;
}

interface Part {
	readonly event?: Event;
	readonly presence?: PresenceChange;
	readonly retryMs?: number;
}

/** What is made of the data of a server-sent event, by its name. */
const PARTS: Readonly<Record<string, (data: string) => Part>> = {
	"": (data) => ({ event: JSON.parse(data) }),
	presence: (data) => ({ presence: JSON.parse(data) }),
};

/** Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
async function* readParts(response: Response): AsyncGenerator<Part> {
	let data: string[] = [];
	let name = "";
	for await (const line of readLines(response, SILENCE_MS)) {
		const [, field, value = ""] = /^(\w*):? ?(.*)$/s.exec(line)!;
		if (field === "data") data.push(value);
		if (field === "event") name = value;
		if (field === "retry") yield { retryMs: Number(value) };
		if (line !== "") continue;
		const part = PARTS[name];
		if (part && data.length > 0) yield part(data.join("\n"));
		data = [];
		name = "";
	}
}
