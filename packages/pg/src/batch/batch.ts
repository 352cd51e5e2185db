import { prepareValue } from "pg/lib/utils.js";
import { serialize } from "pg-protocol";
import type { Result, Statement } from "../statement/statement.ts";
import { parserOf } from "../statement/types.ts";

/** The part of pg's connection that a batch writes to. */
export interface Connection {
	readonly stream: { write(bytes: Buffer): void };
}

interface Column {
	readonly name: string;
	readonly parse: (text: string) => unknown;
}

/** What a connection knows of a named statement. Without columns it may or may not be prepared. */
interface Prepared {
	readonly text: string;
	columns: readonly Column[] | undefined;
}

const PREPARED = new WeakMap<Connection, Map<string, Prepared>>();
const UNPREPARED = new WeakSet<Connection>();
const FAILED = new WeakMap<Error, { statement: Statement; position: number }>();
const NO_COLUMNS: readonly Column[] = [];
const DESCRIBE = serialize.describe({ type: "P" });
const EXECUTE = serialize.execute({ rows: 0 });

/** Has all statements of a connection parsed for each use: the next transaction may be on another one of the server's. */
export function neverPrepare(client: object): void {
	UNPREPARED.add((client as { connection: Connection }).connection);
}

/** A mistake of ours in using statements, as opposed to one of the database or the connection. */
export class StatementError extends Error {
	override readonly name = "StatementError";
}

/** Which statement of a batch the error is about. */
export function failedStatement(err: unknown): Statement | undefined {
	return err instanceof Error ? FAILED.get(err)?.statement : undefined;
}

/** Where in the batch that statement stood. */
export function failedPosition(err: unknown): number | undefined {
	return err instanceof Error ? FAILED.get(err)?.position : undefined;
}

type Row = Record<string, unknown>;

/** A result as it came, and the bytes of its rows. */
export interface ReceivedResult extends Result<Row> {
	readonly bytes: number;
}

/**
 * Several statements in one message to the server and one answer: one round trip. All of them are one transaction, an
 * implicit one unless the statements open their own
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING). pg accepts it as a query of
 * its own kind, as it does pg-cursor's.
 */
export class Batch {
	readonly #statements: readonly Statement[];
	readonly #results: { rows: Row[]; count: number; bytes: number }[] = [];
	readonly #columns: (readonly Column[] | undefined)[] = [];
	#prepared: Map<string, Prepared> = new Map();
	#current = 0;
	#mistake: StatementError | null = null;
	readonly done: Promise<ReceivedResult[]>;
	/** Settles `done`. pg wraps it in the clock of its `query_timeout`, so it is the only way to do that. */
	callback: (err: Error | null) => void;

	constructor(statements: readonly Statement[]) {
		this.#statements = statements;
		const { promise, resolve, reject } =
			Promise.withResolvers<ReceivedResult[]>();
		this.done = promise;
		this.callback = (err) => (err ? reject(err) : resolve(this.#results));
	}

	/** Sends everything, or nothing and answers why: what is half sent would leave the connection out of step. */
	submit(connection: Connection): Error | null {
		let prepared = PREPARED.get(connection);
		if (!prepared) {
			prepared = new Map();
			PREPARED.set(connection, prepared);
		}
		this.#prepared = prepared;
		for (const { name, text } of this.#statements) {
			const known = name && prepared.get(name);
			if (known && known.text !== text) {
				return new StatementError(
					`The name ${name} stands for two different statements.`,
				);
			}
		}
		const messages: Buffer[] = [];
		const prepares = !UNPREPARED.has(connection);
		for (const statement of this.#statements) {
			this.#add(messages, prepares ? statement : { ...statement, name: "" });
		}
		messages.push(serialize.sync());
		// One buffer is one system call; the ten or so messages of a batch, corked, cost several times as much.
		connection.stream.write(Buffer.concat(messages));
		return null;
	}

	#add(messages: Buffer[], { name = "", text, values = [] }: Statement): void {
		let known = name === "" ? undefined : this.#prepared.get(name);
		if (!known?.columns) {
			// After a failed batch it is unknown whether the statement was prepared; closing one that is not is allowed.
			if (known) messages.push(serialize.close({ type: "S", name }));
			messages.push(serialize.parse({ name, text }));
			known = { text, columns: undefined };
			if (name !== "") this.#prepared.set(name, known);
		}
		messages.push(
			serialize.bind({
				statement: name,
				values: [...values],
				valueMapper: prepareValue,
			}),
		);
		this.#columns.push(known.columns);
		if (!known.columns) messages.push(DESCRIBE);
		messages.push(EXECUTE);
		this.#results.push({ rows: [], count: 0, bytes: 0 });
	}

	handleRowDescription(message: {
		fields: readonly { name: string; dataTypeID: number }[];
	}): void {
		this.#columns[this.#current] = message.fields.map((field) => ({
			name: field.name,
			parse: parserOf(field.dataTypeID),
		}));
	}

	handleDataRow(message: {
		fields: readonly (string | null)[];
		length: number;
	}): void {
		const row: Row = {};
		const columns = this.#columns[this.#current] ?? NO_COLUMNS;
		for (let i = 0; i < columns.length; i += 1) {
			const { name, parse } = columns[i]!;
			const text = message.fields[i];
			row[name] = text === null || text === undefined ? null : parse(text);
		}
		const result = this.#results[this.#current]!;
		result.rows.push(row);
		result.bytes += message.length;
	}

	handleCommandComplete(message: { text: string }): void {
		const count = message.text.slice(message.text.lastIndexOf(" ") + 1);
		this.#results[this.#current]!.count = Number.parseInt(count, 10) || 0;
		const { name, text } = this.#statements[this.#current]!;
		if (text === "commit" && message.text === "ROLLBACK") {
			// That is how PostgreSQL commits a transaction in which a statement failed: without an error.
			this.#mistake = new StatementError(
				"The transaction was rolled back: the failure of a statement had been ignored.",
			);
		}
		const known = name && this.#prepared.get(name);
		if (known) known.columns = this.#columns[this.#current] ?? NO_COLUMNS;
		this.#current += 1;
	}

	handleReadyForQuery(): void {
		this.callback(this.#mistake);
	}

	handleError(err: Error): void {
		const statement = this.#statements[this.#current];
		if (statement) {
			FAILED.set(err, { statement, position: this.#current });
			// Its plan may be out of date: the next use prepares it again.
			const known = statement.name && this.#prepared.get(statement.name);
			if (known) known.columns = undefined;
		}
		this.callback(err);
	}

	handleEmptyQuery(): void {
		this.#current += 1;
	}
}
