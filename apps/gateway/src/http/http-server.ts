import {
	createServer,
	IncomingMessage,
	type Server,
	ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { Express } from "express";
import { SERVER_OPTIONS } from "../guards/raw-http.ts";

/**
 * An HTTP server whose requests and responses are made as Express' own. Express would else change the prototype of
 * both for every request, which costs it half of its speed (https://github.com/expressjs/express/issues/5998).
 */
export function createHttpServer(app: Express): Server {
	function Request(this: IncomingMessage, socket: Socket) {
		IncomingMessage.call(this, socket);
	}
	Request.prototype = app.request;
	function Response(this: ServerResponse, ...args: [IncomingMessage]) {
		ServerResponse.apply(this, args);
	}
	Response.prototype = app.response;
	return createServer(
		{
			...SERVER_OPTIONS,
			IncomingMessage: Request as unknown as typeof IncomingMessage,
			ServerResponse: Response as unknown as typeof ServerResponse,
		},
		app,
	);
}
