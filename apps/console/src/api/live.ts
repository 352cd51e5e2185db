import { ApiError, type Event } from "@supportdesk/client";
import { desk } from "./desk.ts";
import { applyPresence, forgetPresence } from "./presence.ts";
import { untilShown, whileShown } from "./shown.ts";

const TYPES =
	"ticket.*,message.*,draft.*,contact.*,article.*,gap.*,agent.*,group.*,webhook.*";
const RETRY_MS = 3_000;
// Its role does not permit it, or the session has ended: no retry helps.
const REFUSED = [401, 403];

export type Connection = "connecting" | "online" | "offline";

/**
 * Reads the workspace's events until the signal aborts, each once and in order. A page that is out of sight has no stream,
 * and reads what it has missed when it is shown: an agent may have more pages open than the desk permits streams to a
 * session, and a browser connections to a server.
 */
export async function followEvents(
	onEvent: (event: Event) => void,
	onConnection: (connection: Connection) => void,
	signal: AbortSignal,
): Promise<void> {
	let after = await findNewest(onConnection, signal);
	while (!signal.aborted) {
		await untilShown(signal);
		const shown = whileShown(signal);
		const events = desk.events.subscribe(
			{ types: TYPES, after },
			{
				signal: shown.signal,
				onPresence: applyPresence,
				onConnect: () => {
					forgetPresence();
					onConnection("online");
				},
				onDisconnect: () => onConnection("offline"),
			},
		);
		try {
			for await (const event of events) {
				after = event.sequence;
				onEvent(event);
			}
		} finally {
			shown.end();
		}
	}
}

/** The sequence of the newest event, however long it takes to connect; of an aborted signal any. */
async function findNewest(
	onConnection: (connection: Connection) => void,
	signal: AbortSignal,
): Promise<number> {
	const query = { sort: "sequence:desc", limit: 1 } as const;
	while (!signal.aborted) {
		try {
			const options = { signal, totalTimeoutMs: 0 };
			const { data } = await desk.events.list(query, options).page();
			return data[0]?.sequence ?? 0;
		} catch (error) {
			if (signal.aborted) break;
			if (error instanceof ApiError && REFUSED.includes(error.status))
				throw error;
			onConnection("offline");
			await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
		}
	}
	return 0;
}
