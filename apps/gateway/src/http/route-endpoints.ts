import { AppError } from "@supportdesk/errors/app-error.ts";
import type { RequestHandler, Router } from "express";
import type { Endpoint } from "../api/endpoint.ts";
import { exchangeOf } from "./exchange.ts";
import { type EndpointDeps, handleEndpoint } from "./handle-endpoint.ts";

const PREFIX = "/v1"; // where the router is mounted

/** Adds every endpoint to the router; other methods of its path are 405. */
export function routeEndpoints(
	router: Router,
	endpoints: readonly Endpoint[],
	deps: EndpointDeps,
): void {
	const byPath = Map.groupBy(endpoints, ({ path }) => path);
	for (const [path, ofPath] of byPath) {
		const route = router.route(path.slice(PREFIX.length));
		route.all(nameRoute(path));
		for (const endpoint of ofPath) {
			route[endpoint.method](handleEndpoint(endpoint, deps));
		}
		route.all(refuseMethod(methodsOf(ofPath)));
	}
}

/** The methods of the endpoints, as `Allow` lists them. */
export function methodsOf(
	endpoints: readonly Pick<Endpoint, "method">[],
): string {
	const methods = new Set(endpoints.map(({ method }) => method.toUpperCase()));
	return [...methods]
		.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]))
		.join(", ");
}

function nameRoute(path: string): RequestHandler {
	return (_req, res, next) => {
		exchangeOf(res).route = path;
		next();
	};
}

/** Adds a page: its other methods are 405, or Express would answer OPTIONS with a text of its own. */
export function routePage(
	router: Router,
	path: string,
	handler: RequestHandler,
): void {
	router.get(path, handler);
	router.all(path, refuseMethod("GET, HEAD"));
}

export function refuseMethod(allow: string): RequestHandler {
	return (req, res) => {
		exchangeOf(res).allow = allow;
		throw new AppError(
			"method_not_allowed",
			"method_not_allowed",
			`${req.method} is not supported here; ${allow} ${allow.includes(",") ? "are" : "is"}.`,
		);
	};
}
