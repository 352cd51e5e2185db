import type { DeskOptions } from "./options.ts";
import type { LastResponse } from "./rate-limit.ts";
import { createResources } from "./resources.ts";
import { createTransport, type TransportRequest } from "./transport.ts";

export { toAttachment } from "./attachments.ts";
export {
	ApiError,
	AuthenticationError,
	BadGatewayError,
	ConflictError,
	ConnectionError,
	DeskError,
	type ErrorCode,
	type ErrorType,
	type FieldError,
	InternalError,
	InvalidRequestError,
	MethodNotAllowedError,
	NotFoundError,
	PermissionError,
	RateLimitError,
	ServiceUnavailableError,
	TimeoutError,
	ValidationError,
	WebhookVerificationError,
} from "./errors.ts";
export type {
	PresenceChange,
	Subscription,
	SubscriptionOptions,
} from "./events.ts";
export type { ExportedTicket } from "./exports.ts";
export type * from "./gen/api.ts";
export type { List } from "./list.ts";
export type { DeskOptions, RequestOptions } from "./options.ts";
export type { LastResponse, RateLimit } from "./rate-limit.ts";
export type { BodyOf, QueryOf, ResultOf, Route } from "./routes.ts";
export { verifyWebhook } from "./webhooks.ts";

export type Desk = ReturnType<typeof createResources> & {
	/** Sends any request, with the retries and errors of all others. */
	request(request: TransportRequest): Promise<unknown>;
	/** The response that arrived last; undefined before the first. */
	readonly lastResponse: LastResponse | undefined;
};

/** A client of one installation, for one API key or one session. */
export function createDesk(options: DeskOptions): Desk {
	const transport = createTransport(options);
	return {
		...createResources(transport),
		request: transport.json,
		get lastResponse() {
			return transport.lastResponse;
		},
	};
}
