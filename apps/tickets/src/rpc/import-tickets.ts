import type {
	ImportResult,
	ImportTicketsRequest,
	ImportTicketsResponse,
	ImportedTicket as Row,
} from "@supportdesk/contracts/supportdesk/tickets/v1/import.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { newEvent } from "@supportdesk/outbox/new-event.ts";
import type { Operation, StoredResponse } from "@supportdesk/pg/operation.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import { brokenConstraint } from "@supportdesk/pg/sqlstate.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { ImportedContacts } from "../contacts/imported-contacts.ts";
import type { Deps } from "../deps.ts";
import { contactCreated } from "../events/contact-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { selectAttributeDefinitions } from "../store/attributes.ts";
import {
	type ImportedContact,
	type ImportedTicket,
	INDEX_LATER,
	indexTicket,
	insertImportedContacts,
	insertImportedMessages,
	insertImportedTickets,
	selectAgents,
	selectGroups,
	selectNamedContacts,
	selectNamedTickets,
} from "../store/imports.ts";
import {
	type Known,
	orErrors,
	type ReadRow,
	type RowErrors,
	readRow,
	referencesOf,
	ticketOf,
} from "./import-rows.ts";
import { ticketJson } from "./ticket-json.ts";

type ImportDeps = Pick<Deps, "db" | "clock" | "readBody">;

const ATTEMPTS_MAX = 5;
// Other requests may give them while the import is written: it finds them then.
const NAMES = [
	"contacts_email_key",
	"contacts_external_id",
	"tickets_external_id",
];

/** A row, or what is wrong with it by itself. */
type Checked = { readonly index: number } & (ReadRow | RowErrors);

/**
 * Writes some rows of an import, with the claim of the client's key and the stored results, in one transaction: a
 * repetition continues behind the rows that were written.
 */
export function importTickets({ db, clock, readBody }: ImportDeps) {
	return async (
		request: ImportTicketsRequest,
		context: CallContext,
	): Promise<ImportTicketsResponse> => {
		const now = clock.now();
		const rows: Checked[] = [];
		for (const row of request.tickets)
			rows.push(await check(row, now, readBody, context));
		const { firstIndex } = request;
		const scope = `tickets.import:${firstIndex}`;
		const operation = operationOf(
			{ ...context, operationId: partOf(context.operationId, firstIndex) },
			scope,
			request.idempotency,
			now,
		);
		const response = await retryNamed(() =>
			write(db, operation, context, rows),
		);
		const results = JSON.parse(response.body) as ImportResult[];
		return { results, replayed: response.replayed };
	};
}

/** The calls of one import have one operation id. */
function partOf(operationId: string, firstIndex: number): string {
	return operationId === "" ? "" : `${operationId}:${firstIndex}`;
}

async function check(
	row: Row,
	now: Date,
	readBody: ImportDeps["readBody"],
	context: CallContext,
): Promise<Checked> {
	const { index } = row;
	const read = orErrors(() => readRow(row, now));
	if ("errors" in read) return { index, ...read };
	const bodies = [];
	for (const { body } of row.messages)
		bodies.push(await readBody(body, context));
	return { index, ...read, bodies };
}

async function retryNamed<T>(attempt: () => Promise<T>): Promise<T> {
	for (let attempts = 1; ; attempts += 1) {
		try {
			return await attempt();
		} catch (err) {
			const isNamed = NAMES.includes(
				brokenConstraint((err as Error).cause) ?? "",
			);
			if (!isNamed || attempts === ATTEMPTS_MAX) throw err;
		}
	}
}

function write(
	db: Pool,
	operation: Operation,
	context: CallContext,
	rows: readonly Checked[],
): Promise<StoredResponse> {
	const { workspaceId, actorId } = context;
	const right = rows.filter(
		(row): row is Checked & ReadRow => !("errors" in row),
	);
	const references = referencesOf(right, actorId);
	return runOperation(
		db,
		operation,
		[
			selectNamedTickets(workspaceId, references),
			selectNamedContacts(workspaceId, references),
			selectAgents(workspaceId, references),
			selectGroups(workspaceId, references),
			selectAttributeDefinitions(workspaceId),
		],
		async (tx, [named, contacts, agents, groups, defined]) => {
			const known: Known = {
				contacts: new ImportedContacts(contacts.rows),
				agents: new Map(agents.rows.map((agent) => [agent.id, agent])),
				groups: new Map(groups.rows.map((group) => [group.id, group])),
				definitions: defined.rows[0]!.definitions,
			};
			const ids = new Map(named.rows.map((row) => [row.external_id, row.id]));
			const tickets: ImportedTicket[] = [];
			const results = rows.map((row): ImportResult => {
				const { index } = row;
				if ("errors" in row) return refused(index, row);
				const { externalId } = row.row;
				const there = externalId && ids.get(externalId);
				if (there) return { index, id: there, created: false, errorsJson: "" };
				const made = orErrors(() =>
					ticketOf(row, known, actorId, operation.now),
				);
				if ("errors" in made) return refused(index, made);
				const { id } = made.ticket;
				if (externalId) ids.set(externalId, id);
				tickets.push(made);
				return { index, id, created: true, errorsJson: "" };
			});
			store(tx, context, tickets, known.contacts.made, operation.now);
			return { status: 200, body: JSON.stringify(results), resourceId: "" };
		},
	);
}

function refused(index: number, { errors }: RowErrors): ImportResult {
	return { index, id: "", created: false, errorsJson: JSON.stringify(errors) };
}

/** No jobs: nothing is mailed, and nothing is drafted for what was answered long ago. */
function store(
	tx: Transaction,
	context: CallContext,
	tickets: readonly ImportedTicket[],
	contacts: readonly ImportedContact[],
	now: Date,
): void {
	if (tickets.length === 0) return;
	const { workspaceId } = context;
	const at = now.toISOString();
	tx.defer(insertImportedContacts(workspaceId, contacts, at));
	tx.defer(insertImportedTickets(workspaceId, tickets));
	tx.defer(INDEX_LATER);
	tx.defer(insertImportedMessages(workspaceId, tickets));
	for (const { ticket } of tickets)
		tx.defer(indexTicket(workspaceId, ticket.id));
	writeEvents(tx, workspaceId, [
		...contacts.map((contact) => contactEvent(context, contact, now)),
		...tickets.map(({ ticket }) =>
			newEvent(
				context,
				{
					type: "ticket.created",
					resourceId: ticket.id,
					ticketId: ticket.id,
					contactId: ticket.contact.id,
					beforeJson: undefined,
					afterJson: ticketJson(ticket),
				},
				now,
			),
		),
	]);
}

function contactEvent(context: CallContext, made: ImportedContact, now: Date) {
	const at = now.toISOString();
	const { id, name, email, externalId, lastSeenAt } = made;
	return contactCreated(
		context,
		{
			id,
			name,
			addresses: email === "" ? [] : [email],
			avatarUrl: null,
			externalId,
			customAttributesJson: "{}",
			createdAt: at,
			updatedAt: at,
			lastSeenAt,
		},
		now,
	);
}
