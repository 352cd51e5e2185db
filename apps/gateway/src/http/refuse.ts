import { AppError } from "@supportdesk/errors/app-error.ts";
import type { RequestHandler } from "express";
import { checkRawRequest } from "../guards/raw-http.ts";

/** What Node's parser lets through but HTTP does not; what follows on its connection cannot be trusted either. */
export const refuseMalformed: RequestHandler = (req, res, next) => {
	try {
		checkRawRequest(req);
	} catch (refusal) {
		res.shouldKeepAlive = false;
		// A connection closed with unread bytes is reset, and a reset can overtake the answer.
		req.resume();
		throw refusal;
	}
	next();
};

/** What is asked for where nothing is. */
export const refuseRoute: RequestHandler = () => {
	throw new AppError("not_found", "route_not_found", "There is nothing here.");
};
