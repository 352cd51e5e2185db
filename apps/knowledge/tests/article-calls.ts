import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Service } from "../src/service.ts";

/** What a test's articles are created with. */
export const CREATE = {
	title: "Returns",
	body: "Within thirty days.",
	tags: ["returns"],
	status: "draft",
};

const textOf = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString();

/** The calls of one client to one process; each returns the body of the response as text. */
export function articleCalls({ handlers }: Service, context: CallContext) {
	return {
		create: async (request: object = {}) =>
			textOf(
				await handlers.createArticle(
					{ ...CREATE, idempotency: undefined, ...request },
					context,
				),
			),
		update: async (id: string, patch: object) =>
			textOf(await handlers.updateArticle({ id, ...patch }, context)),
		archive: async (id: string) =>
			textOf(
				await handlers.archiveArticle({ id, idempotency: undefined }, context),
			),
		remove: async (id: string) =>
			textOf(await handlers.deleteArticle({ id }, context)),
		get: async (id: string) =>
			textOf(await handlers.getArticle({ id }, context)),
	};
}

export const idOf = (json: string) => (JSON.parse(json) as { id: string }).id;
