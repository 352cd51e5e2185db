import type {
	ImportedTicket as ImportedRow,
	ImportResult,
} from "@supportdesk/contracts/supportdesk/tickets/v1/import.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { authorNotPermitted } from "../accounts/errors.ts";
import { IMPORT_SHAPE } from "../guards/json-shape.ts";
import { findForbiddenValues } from "../guards/json-values.ts";
import { BODY_BYTES_MAX } from "../guards/read-body.ts";
import { validate } from "../http/validate.ts";
import { z } from "../openapi/zod.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import * as examples from "./examples.ts";
import {
	batchesOf,
	ImportedTicket,
	ROWS_MAX,
	toImportedRow,
} from "./imported-ticket.ts";

const tooMany = {
	error: `must have at most ${ROWS_MAX} entries`,
};

/** The rows are checked one by one: a wrong one stops no other. */
const Import = z.strictObject({
	tickets: z.array(z.unknown()).min(1).max(ROWS_MAX, tooMany),
});

const DocumentedImport = z
	.strictObject({ tickets: z.array(ImportedTicket).min(1).max(ROWS_MAX) })
	.openapi("TicketImport");

const RowError = z.object({
	code: z.string(),
	message: z.string(),
	param: z.string().nullable().openapi({
		description: "The path of what is wrong in the row.",
	}),
});

const ImportResults = z
	.object({
		created: z.int().min(0),
		existing: z.int().min(0),
		failed: z.int().min(0),
		results: z.array(
			z.object({
				index: z
					.int()
					.min(0)
					.openapi({ description: "Of the row in `tickets`, from 0." }),
				id: z.string().nullable().openapi({
					description: "The ticket; null if the row has errors.",
				}),
				created: z.boolean().openapi({
					description: "False if a ticket had the row's `external_id` before.",
				}),
				errors: z
					.array(RowError)
					.openapi({ description: "Why nothing was written of the row." }),
			}),
		),
	})
	.openapi("ImportResults");

interface Row {
	readonly index: number;
	readonly valid: ImportedRow | undefined;
	/** JSON list; empty for none. */
	readonly errorsJson: string;
}

/**
 * @param ownId the signed-in agent, who names no other author; undefined for an API key
 */
function readRow(row: unknown, index: number, ownId: string | undefined): Row {
	try {
		const ticket = validate(ImportedTicket, row, findForbiddenValues(row));
		if (ownId !== undefined) requireOwnAuthor(ticket.messages, ownId);
		return { index, valid: toImportedRow(ticket, index), errorsJson: "" };
	} catch (err) {
		if (!(err instanceof AppError)) throw err;
		const { code, message, param, details } = err;
		const errors = details.length > 0 ? details : [{ code, message, param }];
		return { index, valid: undefined, errorsJson: JSON.stringify(errors) };
	}
}

/** @throws AppError `author_not_permitted` */
function requireOwnAuthor(
	messages: readonly { readonly author_id?: string }[],
	ownId: string,
): void {
	const other = messages.findIndex(
		({ author_id }) => author_id !== undefined && author_id !== ownId,
	);
	if (other >= 0) throw authorNotPermitted(`messages.${other}.author_id`);
}

function toResponse(results: readonly ImportResult[], replayed: boolean) {
	const count = (matches: (result: ImportResult) => boolean) =>
		results.filter(matches).length;
	const body = {
		created: count(({ created }) => created),
		existing: count(({ id, created }) => id !== "" && !created),
		failed: count(({ id }) => id === ""),
		results: results.map(({ index, id, created, errorsJson }) => ({
			index,
			id: id === "" ? null : id,
			created,
			errors: errorsJson === "" ? [] : (JSON.parse(errorsJson) as unknown[]),
		})),
	};
	return {
		status: 200,
		body: Buffer.from(JSON.stringify(body)),
		nextCursor: "",
		resourceId: "",
		replayed,
	};
}

export const importTickets: Endpoint = endpoint({
	method: "post",
	path: "/v1/imports/tickets",
	scope: "tickets:write",
	ids: {},
	body: Import,
	bodyBytesMax: BODY_BYTES_MAX.import,
	shape: IMPORT_SHAPE,
	rows: "tickets",
	idempotent: true,
	async call({ tickets }, { body, idempotency }, context, { key }) {
		const ownId = key.session ? key.ownerId : undefined;
		const results: ImportResult[] = [];
		let isReplayed = true;
		for (const { begin, end } of batchesOf(body.tickets)) {
			const rows = body.tickets
				.slice(begin, end)
				.map((row, n) => readRow(row, begin + n, ownId));
			const valid = rows.flatMap(({ valid }) => valid ?? []);
			// The first call says whether the key was used for another import, also where none of its rows is right.
			if (valid.length > 0 || begin === 0) {
				const written = await tickets.importTickets(
					{ firstIndex: begin, tickets: valid, idempotency },
					context,
				);
				results.push(...written.results);
				isReplayed &&= written.replayed;
			}
			for (const { index, errorsJson } of rows)
				if (errorsJson)
					results.push({ index, id: "", created: false, errorsJson });
		}
		results.sort((a, b) => a.index - b.index);
		return toResponse(results, isReplayed);
	},
	documentation: {
		operationId: "importTickets",
		tag: "Tickets",
		summary: "Import tickets of another system",
		description: `Writes up to ${ROWS_MAX} tickets with their own times, authors and states. Nothing is mailed, and no draft, signal or gap is computed; \`updated_at\` is the time of the import, so that a sync by \`updated_at\` sees them. Events: \`ticket.created\` for each ticket and \`contact.created\` for each new contact, none for the messages.

Rows are written some at a time, in their order, each of them whole or not at all; one that is wrong has \`errors\` and stops no other. A signed-in agent names no other agent as the author of a message: \`author_not_permitted\`. A request that was interrupted has written its first rows: send it again with its idempotency key, or without one if every row has an \`external_id\`. A row whose \`external_id\` a ticket has, also one of an earlier row, changes nothing and returns that ticket with \`created: false\`. A body may have ${IMPORT_SHAPE.keysMax.toLocaleString("en-US")} keys.`,
		request: DocumentedImport,
		response: ImportResults,
		requestExample: examples.ticketImport,
		responseExample: examples.importResults,
	},
});
