import { createList, type List } from "./list.ts";
import type { RequestOptions } from "./options.ts";
import type {
	ActionRoute,
	BodyArgument,
	ItemOf,
	ListRoute,
	PathOf,
	QueryArgument,
	QueryOf,
	ResultOf,
	Route,
} from "./routes.ts";
import type { Query, Transport, TransportRequest } from "./transport.ts";

type Options<R extends Route> = RequestOptions & {
	readonly query?: QueryOf<R> | undefined;
};

export type ListMethod<R extends ListRoute> = (
	...args: [...PathOf<R>, ...QueryArgument<R>, options?: RequestOptions]
) => List<ItemOf<R>, ResultOf<R>>;

export type ActionMethod<R extends ActionRoute> = (
	...args: [...PathOf<R>, options?: Options<R>]
) => Promise<ResultOf<R>>;

export type SendMethod<R extends Route> = (
	...args: [...PathOf<R>, ...BodyArgument<R>, options?: Options<R>]
) => Promise<ResultOf<R>>;

export type FileMethod<R extends Route> = (
	...args: [...PathOf<R>, options?: RequestOptions]
) => Promise<Response>;

/** A raw mail as a text or bytes. */
export type RawMail = string | Uint8Array | Blob;

export type UploadMethod<R extends Route> = (
	...args: [...PathOf<R>, mail: RawMail, options?: Options<R>]
) => Promise<ResultOf<R>>;

/** Creates methods from routes. Their arguments are the path's parameters, then the body or the query, then options. */
export function createMethods(transport: Transport) {
	return {
		/** All elements of a list. */
		list<R extends ListRoute>(route: R): ListMethod<R> {
			return (...args) => {
				const { request, rest } = fill(route, args);
				const [query, options] = rest as [Query?, RequestOptions?];
				const fetchPage = (cursor?: string) =>
					transport.json({
						...{ ...options, ...request },
						query: cursor === undefined ? query : { ...query, cursor },
					});
				return createList(fetchPage as never) as never;
			};
		},

		/** Without a body. */
		act<R extends ActionRoute>(route: R): ActionMethod<R> {
			return (...args) => {
				const { request, rest } = fill(route, args);
				return transport.json({ ...(rest[0] as object), ...request }) as never;
			};
		},

		/** With a body. */
		send<R extends Route>(route: R): SendMethod<R> {
			return (...args) => {
				const { request, rest } = fill(route, args);
				const [body = {}, options] = rest as [object?, RequestOptions?];
				return transport.json({ ...options, ...request, body }) as never;
			};
		},

		/** Resolves when the headers have arrived. */
		file<R extends Route>(route: R): FileMethod<R> {
			return (...args) => {
				const { request, rest } = fill(route, args);
				return transport.response({ ...(rest[0] as object), ...request });
			};
		},

		upload<R extends Route>(route: R, contentType: string): UploadMethod<R> {
			return (...args) => {
				const { request, rest } = fill(route, args);
				const [body, options] = rest as [RawMail, RequestOptions?];
				return transport.json({
					...{ ...options, ...request },
					...{ body, contentType },
				}) as never;
			};
		},
	};
}

/** Puts the first arguments in place of the path's parameters. */
function fill(
	route: Route,
	args: readonly unknown[],
): {
	readonly request: Pick<TransportRequest, "method" | "path">;
	readonly rest: readonly unknown[];
} {
	const [method, template] = route.split(" ") as [string, string];
	let used = 0;
	const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
		encodeSegment(name, args[used++]),
	);
	return { request: { method, path }, rest: args.slice(used) };
}

/** An empty one, and dots, which URLs resolve, would lead to another route. */
function encodeSegment(name: string, value: unknown): string {
	if (typeof value !== "string" || /^\.{0,2}$/.test(value)) {
		throw new TypeError(`${name} cannot be ${JSON.stringify(value)}.`);
	}
	return encodeURIComponent(value);
}
