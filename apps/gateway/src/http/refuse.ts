import { AppError } from "@supportdesk/errors/app-error.ts";
import type { RequestHandler } from "express";
import { checkRawRequest } from "../guards/raw-http.ts";

/** Refuses requests that Node's parser accepts but HTTP forbids; later requests on the connection are not trusted either. */
export const refuseMalformed: RequestHandler = (req, res, next) => {
	try {
		checkRawRequest(req);
	} catch (refusal) {
		res.shouldKeepAlive = false;
		// Closing a connection with unread bytes resets it, and the reset can overtake the response.
		req.resume();
		throw refusal;
	}
	next();
};

/** Refuses an unknown path. */
export const refuseRoute: RequestHandler = () => {
	throw new AppError("not_found", "route_not_found", "There is nothing here.");
};
