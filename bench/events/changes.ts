import { newId } from "@supportdesk/ids/ids.ts";
import { insertEvents } from "@supportdesk/outbox/outbox.ts";
import pg from "pg";

const BODY_CHARACTERS = 1_000; // an event of a ticket has about 1.5 KB

/** Commits changes of tickets into the outbox of the tickets service, as its transactions do. */
export interface Changes {
	/** Commits one change of a workspace; resolves with the id of its event when it is committed. */
	commit(workspaceId: string): Promise<string>;
	/** Commits so many changes of a workspace at once. */
	commitMany(workspaceId: string, count: number): Promise<void>;
	close(): Promise<void>;
}

export function openChanges(databaseUrl: string, connections: number): Changes {
	const pool = new pg.Pool({
		connectionString: databaseUrl,
		max: connections,
		options: "-c search_path=tickets",
	});
	const write = async (workspaceId: string, count: number) => {
		const events = Array.from({ length: count }, newChange);
		const { name, text, values } = insertEvents(workspaceId, events);
		await pool.query({ name, text, values: [...values!] });
		return events[0]!.id;
	};
	return {
		commit: (workspaceId) => write(workspaceId, 1),
		async commitMany(workspaceId, count) {
			await write(workspaceId, count);
		},
		close: () => pool.end(),
	};
}

function newChange() {
	const nowMs = Date.now();
	const id = newId("tkt", nowMs);
	return {
		id: newId("evt", nowMs),
		type: "ticket.updated",
		createdAt: new Date(nowMs).toISOString(),
		actor: { type: "api_key", id: newId("key", nowMs) },
		requestId: newId("req", nowMs),
		resource: { type: "ticket", id },
		ticketId: id,
		contactId: newId("cnt", nowMs),
		objectJson: JSON.stringify({ id, body: "x".repeat(BODY_CHARACTERS) }),
		previousJson: '{"status":"open"}',
	} as const;
}
