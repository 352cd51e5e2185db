import type { Limiter } from "@supportdesk/limits/limiter.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import type { TicketsApi } from "@supportdesk/rpc/service-api.ts";
import type { SessionRules } from "./find-session.ts";
import type { Passwords } from "./passwords.ts";

/** What operations on accounts need. */
export interface AccountsDeps {
	readonly db: Pool;
	readonly limiter: Pick<Limiter, "admit">;
	readonly cursorSecret: string;
	readonly passwords: Passwords;
	readonly sessions: SessionRules;
	/** The installation's SECRETS_KEY; without it there are no second factors. */
	readonly secretsKey: string | undefined;
	/** Mails agents. */
	readonly notifyAgent: TicketsApi["notifyAgent"];
	/** The address at which browsers reach the console. */
	readonly publicUrl: () => string;
	readonly log: Logger;
	/** Epoch milliseconds. */
	readonly now: () => number;
}

/** The browser that sends a request. */
export interface Browser {
	readonly address: string;
	readonly userAgent: string;
	/** The header. */
	readonly cookies: string | undefined;
}
