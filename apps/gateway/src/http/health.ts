import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import { type RequestHandler, type Response, Router } from "express";
import { exchangeOf } from "./exchange.ts";
import { routePage } from "./route-endpoints.ts";
import { writeResponse } from "./write-response.ts";

/** The gateway's state for its operators. */
export interface Health {
	/** Whether requests should be sent here; false while draining or without a database. */
	isReady(): Promise<boolean>;
}

/** `/healthz`: the process is alive. `/readyz`: it is ready for requests. Neither requires a key. */
export function serveHealth(health: Health): Router {
	const router = Router();
	routePage(router, "/healthz", (_req, res) => {
		exchangeOf(res).route = "/healthz";
		writeStatus(res, "ok");
	});
	const reportReadiness: RequestHandler = async (_req, res) => {
		exchangeOf(res).route = "/readyz";
		if (!(await health.isReady())) throw serviceUnavailable();
		writeStatus(res, "ready");
	};
	routePage(router, "/readyz", reportReadiness);
	return router;
}

function writeStatus(res: Response, status: string): void {
	const headers = ["Content-Type", "application/json"];
	writeResponse(res, 200, headers, Buffer.from(JSON.stringify({ status })));
}
