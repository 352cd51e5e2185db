import type { Event } from "@supportdesk/client";
import { desk } from "./desk.ts";
import { applyPresence, forgetPresence } from "./presence.ts";

const TYPES =
	"ticket.*,message.*,draft.*,contact.*,article.*,gap.*,agent.*,group.*,webhook.*";

export type Connection = "connecting" | "online" | "offline";

/** Reads the workspace's events until the signal aborts, each once and in order. */
export async function followEvents(
	onEvent: (event: Event) => void,
	onConnection: (connection: Connection) => void,
	signal: AbortSignal,
): Promise<void> {
	const events = desk.events.subscribe(
		{ types: TYPES },
		{
			signal,
			onPresence: applyPresence,
			onConnect: () => {
				forgetPresence();
				onConnection("online");
			},
			onDisconnect: () => onConnection("offline"),
		},
	);
	for await (const event of events) onEvent(event);
}
