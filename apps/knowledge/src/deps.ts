import type { Logger } from "@supportdesk/logger/logger.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import type { AiApi } from "@supportdesk/rpc/service-api.ts";
import type { SplitBody } from "./ask/passage-cache.ts";
import type { QuestionCache } from "./ask/question-cache.ts";
import type { SearchEngine } from "./engine/search-engine.ts";
import type { Metrics } from "./metrics.ts";
import type { Retrievals } from "./retrievals.ts";

/** Where the time comes from. */
export interface Clock {
	now(): Date;
}

export interface Deps {
	readonly db: Pool;
	readonly clock: Clock;
	readonly log: Logger;
	readonly ai: AiApi;
	readonly cursorSecret: string;
	readonly engine: SearchEngine;
	readonly retrievals: Retrievals;
	readonly questions: QuestionCache;
	readonly splitBody: SplitBody;
	readonly metrics: Metrics;
}
