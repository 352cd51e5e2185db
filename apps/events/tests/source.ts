import { newId } from "@supportdesk/ids/ids.ts";
import { collectOutbox } from "@supportdesk/outbox/collect-outbox.ts";
import { insertEvents } from "@supportdesk/outbox/outbox.ts";
import type { OutboxEvent } from "@supportdesk/outbox/outbox-event.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import pg from "pg";
import type { CollectOutbox } from "../src/collect/collect.ts";
import { log } from "./configuration.ts";

/** A service with one table of things that change, each change with an event in its transaction. */
export const SOURCE_SCHEMA = `
create schema source;
create table source.things (
  workspace_id text not null,
  id text not null,
  version integer not null,
  primary key (workspace_id, id)
);
create table source.outbox (
  position bigint generated always as identity primary key,
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  type text not null,
  created_at timestamptz(3) not null,
  actor_type text not null,
  actor_id text not null,
  request_id text not null,
  resource_type text not null,
  resource_id text not null,
  ticket_id text not null,
  contact_id text not null,
  object text not null,
  previous text not null
)`;

/** What the events service collects from. */
export function openSource(url: string): {
	readonly source: CollectOutbox;
	close(): Promise<void>;
} {
	const db = createPool({ url, schema: "source", sizeMax: 4 }, log);
	return {
		source: { collectOutbox: collectOutbox({ db }) },
		close: () => db.end(),
	};
}

/** The event of a thing's change to a version. */
export function changeOf(thing: string, version: number): OutboxEvent {
	const nowMs = Date.now();
	return {
		id: newId("evt", nowMs),
		type: version === 1 ? "ticket.created" : "ticket.updated",
		createdAt: new Date(nowMs).toISOString(),
		actor: { type: "system", id: "" },
		requestId: "",
		resource: { type: "ticket", id: thing },
		ticketId: thing,
		contactId: "",
		objectJson: JSON.stringify({ id: thing, version }),
		previousJson: version === 1 ? "null" : `{"version":${version - 1}}`,
	};
}

/** Changes a thing in the caller's transaction; whoever changes it too waits for the commit. */
export async function changeThing(
	client: pg.ClientBase,
	workspaceId: string,
	thing: string,
): Promise<OutboxEvent> {
	const { rows } = await client.query<{ version: number }>(
		`insert into source.things as t (workspace_id, id, version)
		 values ($1, $2, 1)
		     on conflict (workspace_id, id)
		     do update set version = t.version + 1
		 returning version`,
		[workspaceId, thing],
	);
	const event = changeOf(thing, rows[0]!.version);
	const { text, values } = insertEvents(workspaceId, [event]);
	await client.query(text, [...values!]);
	return event;
}

/** A connection as the service that changes things has them. */
export async function connectWriter(url: string): Promise<pg.Client> {
	const client = new pg.Client({
		connectionString: url,
		options: "-c search_path=source",
	});
	client.on("error", () => {}); // it is killed on purpose
	await client.connect();
	return client;
}
