import type { Logger } from "@supportdesk/logger/logger.ts";
import type { TicketsApi } from "@supportdesk/rpc/service-api.ts";
import type { Authenticate } from "./intake/authenticate.ts";
import type { Metrics } from "./metrics.ts";
import type { ParseMail } from "./parse/mail-parser.ts";

/** Where the time comes from. */
export interface Clock {
	now(): Date;
}

/** What the parts of the service are given. */
export interface Deps {
	readonly clock: Clock;
	readonly log: Logger;
	readonly tickets: TicketsApi;
	readonly parse: ParseMail;
	readonly authenticate: Authenticate;
	readonly metrics: Metrics;
}
