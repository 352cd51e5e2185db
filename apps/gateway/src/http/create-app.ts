import type { Limiter } from "@supportdesk/limits/limiter.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import express, { type Express, Router } from "express";
import { ENDPOINTS } from "../api/endpoints.ts";
import type { LoadShedder } from "../guards/load-shedder.ts";
import type { KeyCache } from "../keys/key-cache.ts";
import type { LastUse } from "../keys/last-use.ts";
import type { Metrics } from "../metrics.ts";
import { authenticate } from "./authenticate.ts";
import { beginExchange } from "./begin-exchange.ts";
import { chainHandlers } from "./chain-handlers.ts";
import { serveConsole } from "./console.ts";
import { serveDocumentation } from "./documentation.ts";
import { handleErrors } from "./error-envelope.ts";
import type { EndpointDeps } from "./handle-endpoint.ts";
import { type Health, serveHealth } from "./health.ts";
import { fillLimitHeaders, limitRate } from "./limit-rate.ts";
import { logRequest } from "./log-request.ts";
import { refuseMalformed, refuseRoute } from "./refuse.ts";
import { refuseForgery } from "./refuse-forgery.ts";
import { routeEndpoints } from "./route-endpoints.ts";
import { type AuthDeps, serveAccounts } from "./serve-accounts.ts";
import { shedLoad } from "./shed-load.ts";
import { traceRequest } from "./trace-request.ts";

export interface AppDeps extends EndpointDeps, AuthDeps {
	readonly keys: KeyCache;
	readonly limiter: Limiter;
	readonly lastUse: Pick<LastUse, "note">;
	readonly shedder: LoadShedder;
	readonly health: Health;
	readonly metrics: Metrics;
	readonly log: Logger;
	/** Epoch milliseconds. */
	readonly now: () => number;
	/** How many proxies in front of the gateway are trusted to report the client's address. */
	readonly trustedProxyHops: number;
	/** The built console, if it was built. */
	readonly consoleFolder: string;
}

/** The gateway's middleware, in the order in which a request passes it: the first failure determines the response. */
export function createApp(deps: AppDeps): Express {
	const app = express();
	app.disable("x-powered-by");
	app.disable("etag");
	app.set("query parser", false); // each endpoint parses its own query, strictly
	app.set("trust proxy", deps.trustedProxyHops);
	app.enable("case sensitive routing");
	app.enable("strict routing");

	app.use(
		chainHandlers(
			beginExchange(),
			traceRequest(),
			logRequest(deps.log, deps.metrics),
		),
	);

	const v1 = Router({ caseSensitive: true, strict: true });
	v1.use(
		chainHandlers(
			refuseMalformed,
			shedLoad(deps.shedder, deps.metrics),
			authenticate(deps),
			limitRate(deps.limiter, deps.metrics),
			refuseForgery(deps.publicUrl),
		),
	);
	routeEndpoints(v1, ENDPOINTS, deps);
	v1.use(fillLimitHeaders);
	app.use("/v1", v1);

	app.use(refuseMalformed);
	app.use("/auth", shedLoad(deps.shedder, deps.metrics), serveAccounts(deps));
	app.use(serveHealth(deps.health));
	// Without it, `/` leads to the documentation.
	const desk = serveConsole(deps.consoleFolder);
	if (desk) app.use(desk);
	app.use(serveDocumentation());
	app.use(refuseRoute);
	app.use(handleErrors(deps.log));
	return app;
}
