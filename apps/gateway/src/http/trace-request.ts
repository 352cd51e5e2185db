import { openSpan } from "@supportdesk/tracing/span.ts";
import type { RequestHandler } from "express";
import { exchangeOf, whenClosed } from "./exchange.ts";
import { headerValues } from "./request-headers.ts";

// The form of https://www.w3.org/TR/trace-context/; anything else begins a new trace.
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Records the request as a span, in the client's trace if it sent one; does nothing while tracing is off. */
export function traceRequest(): RequestHandler {
	return (req, res, next) => {
		const given = headerValues(req, "traceparent");
		const traceparent =
			given.length === 1 && TRACEPARENT.test(given[0]!) ? given[0]! : "";
		const span = openSpan(req.method, { traceparent });
		if (!span) return next();
		whenClosed(res, () => {
			const { route, requestId } = exchangeOf(res);
			span.end(
				`${req.method} ${route}`,
				{
					"http.request.method": req.method,
					"http.route": route,
					"http.response.status_code": res.statusCode,
					"supportdesk.request_id": requestId,
				},
				res.statusCode >= 500,
			);
		});
		span.run(next);
	};
}
