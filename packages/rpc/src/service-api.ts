import type { AiServiceService } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import type { EventsServiceService } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import type { KnowledgeServiceService } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import type { MailServiceService } from "@supportdesk/contracts/supportdesk/mail/v1/mail.ts";
import type { METHOD_POLICIES } from "@supportdesk/contracts/supportdesk/rpc/v1/options.ts";
import type { TicketsServiceService } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import type { CallContext } from "./call-context.ts";

/** The path of a method that states a policy: a service with another method is neither served nor called. */
export type MethodPath = keyof typeof METHOD_POLICIES;

/** One unary method as ts-proto describes it for grpc-js. */
export interface MethodDefinition<Request, Response> {
	readonly path: MethodPath;
	readonly requestStream: false;
	readonly responseStream: false;
	readonly requestSerialize: (value: Request) => Buffer;
	readonly requestDeserialize: (bytes: Buffer) => Request;
	readonly responseSerialize: (value: Response) => Buffer;
	readonly responseDeserialize: (bytes: Buffer) => Response;
}

/** One client-streaming method: its caller sends any number of messages and gets one back. */
export interface UploadDefinition<Request, Response>
	extends Omit<MethodDefinition<Request, Response>, "requestStream"> {
	readonly requestStream: true;
}

/** A method whose types do not matter here. */
export interface AnyMethod {
	readonly path: MethodPath;
	readonly requestStream: boolean;
	readonly requestSerialize: (value: never) => Buffer;
	readonly requestDeserialize: (bytes: Buffer) => unknown;
	readonly responseSerialize: (value: never) => Buffer;
	readonly responseDeserialize: (bytes: Buffer) => unknown;
}

/** The methods of a service by name: ts-proto's `…ServiceService` constants. */
export type ServiceDefinition = Readonly<Record<string, AnyMethod>>;

/** A handler without the types of its request and response. */
export type AnyHandler = (
	request: unknown,
	context: CallContext,
) => Promise<unknown>;

/**
 * The methods of a service, each an async function. The handlers of a service and its clients over every transport have
 * this one type.
 */
export type ServiceApi<Definition> = {
	readonly [Name in keyof Definition]: Definition[Name] extends MethodDefinition<
		infer Request,
		infer Response
	>
		? (request: Request, context: CallContext) => Promise<Response>
		: Definition[Name] extends UploadDefinition<infer Request, infer Response>
			? (
					messages: AsyncIterable<Request>,
					context: CallContext,
				) => Promise<Response>
			: never;
};

export type TicketsApi = ServiceApi<TicketsServiceService>;
export type KnowledgeApi = ServiceApi<KnowledgeServiceService>;
export type AiApi = ServiceApi<AiServiceService>;
export type MailApi = ServiceApi<MailServiceService>;
export type EventsApi = ServiceApi<EventsServiceService>;
