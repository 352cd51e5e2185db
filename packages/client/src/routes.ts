import type { paths } from "./gen/api.ts";

// What the document says of an operation, read from its method and path: `POST /v1/tickets/{id}/messages`.

type Verb = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Path = keyof paths;

/** All operations of the document. */
export type Route = {
	[P in Path]: {
		[V in Verb]: NonNullable<paths[P][Lowercase<V>]> extends never
			? never
			: `${V} ${P}`;
	}[Verb];
}[Path];

type OperationOf<R extends Route> = R extends `${infer V} ${infer P}`
	? P extends Path
		? V extends Verb
			? NonNullable<paths[P][Lowercase<V>]>
			: never
		: never
	: never;

type ContentOf<T> = T extends { content: infer C } ? C[keyof C] : never;

/** What the operation returns. */
export type ResultOf<R extends Route> =
	OperationOf<R> extends { responses: infer S } ? ContentOf<S[keyof S]> : never;

export type BodyOf<R extends Route> =
	OperationOf<R> extends { requestBody?: infer B }
		? ContentOf<NonNullable<B>>
		: never;

export type QueryOf<R extends Route> =
	OperationOf<R> extends { parameters: { query?: infer Q } } ? Q : never;

/** What an element of the list is. */
export type ItemOf<R extends Route> =
	ResultOf<R> extends { data: (infer Item)[] } ? Item : never;

/** The routes of a method that has no body, or of one that has no fields. */
export type ActionRoute = {
	[R in Route]: [BodyOf<R>] extends [never]
		? R
		: BodyOf<R> extends Record<string, never>
			? R
			: never;
}[Route];

/** The routes that return a page of a list. */
export type ListRoute = {
	[R in Route]: ResultOf<R> extends { data: unknown[]; has_more: boolean }
		? R
		: never;
}[Route];

type CountOf<R extends string> = R extends `${string}{${string}}${infer Rest}`
	? [unknown, ...CountOf<Rest>]
	: [];

/** The path's parameters, in their order. */
export type PathOf<R extends Route> = [
	[],
	[id: string],
	[id: string, childId: string],
	[id: string, childId: string, grandchildId: string],
][CountOf<R>["length"] & (0 | 1 | 2 | 3)];

type IsBodyOptional<R extends Route> =
	OperationOf<R> extends { requestBody: unknown } ? false : true;

/** The body as an argument, optional where the operation's is. */
export type BodyArgument<R extends Route> =
	IsBodyOptional<R> extends true ? [body?: BodyOf<R>] : [body: BodyOf<R>];

type IsQueryOptional<R extends Route> =
	OperationOf<R> extends { parameters: { query: object } } ? false : true;

/** The query as an argument, optional where the operation's is. */
export type QueryArgument<R extends Route> =
	IsQueryOptional<R> extends true ? [query?: QueryOf<R>] : [query: QueryOf<R>];
