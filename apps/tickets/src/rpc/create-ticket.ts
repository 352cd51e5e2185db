import type { CreateTicketRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { creationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import {
	NOT_WRITTEN,
	outcomeOf,
	runCreation,
} from "@supportdesk/pg/run-creation.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { externalIdExists, ticketNotFound } from "../domain/errors.ts";
import { selectAttributeDefinitions } from "../store/attributes.ts";
import { selectIdByExternalId, selectTicket } from "../store/tickets.ts";
import {
	newTicket,
	readWords,
	refuseUnknown,
	selectReferred,
	tryAttributes,
	writeNamed,
} from "./new-ticket.ts";
import { ticketJson } from "./ticket-json.ts";
import {
	type CreateTicket,
	NAMED_MEANWHILE,
	upsertTicket,
} from "./upsert-ticket.ts";

type CreateDeps = Pick<
	Deps,
	"db" | "clock" | "readBody" | "estimateSignals" | "definitions"
>;

/**
 * The ticket, its contact, its first message, their jobs, the claim of the client's key and the stored response are one
 * batched statement. A request that cannot be written is refused by a second one, which names everything that is wrong.
 */
export function createTicket(deps: CreateDeps) {
	const create = createNew(deps);
	const upsert = upsertTicket(deps, create);
	return async (request: CreateTicketRequest, context: CallContext) =>
		stored(await (request.upsert ? upsert : create)(request, context));
}

function createNew(deps: CreateDeps): CreateTicket {
	const { db, clock, readBody, estimateSignals, definitions } = deps;
	return async (request: CreateTicketRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { idempotency, subject } = request;
		const words = readWords(request);
		const body = await readBody(request.body, context);
		const signals = await estimateSignals(subject, body.text, context);
		const now = clock.now();
		const operation = creationOf(
			context,
			"tkt",
			"tickets.create",
			idempotency,
			now,
		);
		const { id } = operation;
		return runCreation(db, operation, id, {
			async write(caller) {
				const attributes = await tryAttributes(request, definitions, caller);
				if (!attributes) return NOT_WRITTEN;
				const ticket = newTicket(
					context,
					operation,
					words,
					body,
					signals,
					attributes,
				);
				const rows = await writeNamed(db, caller, ticket);
				if (rows === "name taken") return NOT_WRITTEN;
				const [head, tail] = ticket.response;
				return rows && outcomeOf(rows, (people) => head + people + tail);
			},
			async find() {
				const [ticket] = await read(db, context, selectTicket(workspaceId, id));
				if (!ticket) throw ticketNotFound();
				return ticketJson(ticket);
			},
			reads: [
				selectReferred(workspaceId, words),
				selectAttributeDefinitions(workspaceId),
				selectIdByExternalId(workspaceId, request.externalId),
			],
			refuse([referred, defined, named]) {
				const [namesake] = named.rows;
				if (namesake !== undefined)
					throw request.upsert ? NAMED_MEANWHILE : externalIdExists(namesake);
				definitions.keep(workspaceId, defined.rows[0]!);
				refuseUnknown(words, referred.rows[0]!, defined.rows[0]!);
			},
		});
	};
}
