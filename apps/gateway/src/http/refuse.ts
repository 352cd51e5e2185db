import { AppError } from "@supportdesk/errors/app-error.ts";
import type { RequestHandler } from "express";
import { checkRawRequest } from "../guards/raw-http.ts";

/** What Node's parser lets through but HTTP does not. */
export const refuseMalformed: RequestHandler = (req, _res, next) => {
	checkRawRequest(req);
	next();
};

/** What is asked for where nothing is. */
export const refuseRoute: RequestHandler = () => {
	throw new AppError("not_found", "route_not_found", "There is nothing here.");
};
