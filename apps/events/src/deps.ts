import type { Logger } from "@supportdesk/logger/logger.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import type { TicketsApi } from "@supportdesk/rpc/service-api.ts";
import type { Announcements } from "./announcements.ts";
import type { Network } from "./deliver/attempt.ts";
import type { Metrics } from "./metrics.ts";

/** Where the time comes from. */
export interface Clock {
	now(): Date;
}

/** What the parts of the service are given. */
export interface Deps {
	readonly db: Pool;
	/** For connections beside the pool: of PostgreSQL itself. */
	readonly connection: { readonly url: string; readonly role: string };
	readonly clock: Clock;
	readonly log: Logger;
	readonly announcements: Announcements;
	readonly cursorSecret: string;
	/** How long events are kept. */
	readonly keepDays: number;
	/** What webhooks may connect to, and how names are resolved. */
	readonly network: Network;
	/** Queues a mail to an agent. */
	readonly notifyAgent: TicketsApi["notifyAgent"];
	/** What the secrets of webhooks are derived from. */
	readonly secretsKey: string;
	readonly metrics: Metrics;
}
