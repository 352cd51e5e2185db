import type { RequestHandler } from "express";
import type { LoadShedder } from "../guards/load-shedder.ts";
import type { Metrics } from "../metrics.ts";
import { whenClosed } from "./exchange.ts";

/** Refuses requests while this process is overloaded, reads before writes. */
export function shedLoad(
	shedder: LoadShedder,
	metrics: Metrics,
): RequestHandler {
	return (req, res, next) => {
		const reads = req.method === "GET" || req.method === "HEAD";
		try {
			whenClosed(res, shedder.enter(reads ? "read" : "write"));
		} catch (refusal) {
			metrics.shed();
			throw refusal;
		}
		next();
	};
}
