import type { Logger } from "@supportdesk/logger/logger.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { AiApi, KnowledgeApi } from "@supportdesk/rpc/service-api.ts";
import type { DefinitionCopies } from "./attribute-definitions.ts";
import type { ReadBody } from "./bodies/body-reader.ts";
import type { Signals } from "./domain/ticket.ts";
import type { MailTransport } from "./mail/transport.ts";
import type { Metrics } from "./metrics.ts";

/** Where the time comes from. */
export interface Clock {
	now(): Date;
}

export interface Deps {
	readonly db: Pool;
	readonly clock: Clock;
	readonly log: Logger;
	readonly ai: AiApi;
	readonly knowledge: KnowledgeApi;
	readonly mail: MailTransport;
	readonly metrics: Metrics;
	readonly cursorSecret: string;
	/** Encrypts the accounts of mailboxes and signs reply tokens; undefined where the installation has none. */
	readonly secretsKey: string | undefined;
	/** The installation's own address: sender of the mails, and the domain of their ids. */
	readonly mailFrom: string;
	/** Whether mail to `local+anything@domain` arrives where mail to `local@domain` does. */
	readonly plusAddresses: boolean;
	readonly archiveAfterDays: number;
	readonly definitions: DefinitionCopies;
	/** Large HTML bodies are sanitised on threads of their own. */
	readonly readBody: ReadBody;
	/** Signals within the time a create can wait; a default with confidence 0 when the AI service is unavailable or slow. */
	readonly estimateSignals: (
		subject: string,
		body: string,
		context: CallContext,
	) => Promise<Signals>;
}
