import type { GetAttributeRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { selectAttribute } from "@supportdesk/directory/attributes.ts";
import { noSuchAttribute } from "@supportdesk/directory/errors.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { attributeJson } from "./directory-json.ts";

export function getAttribute({ db }: Pick<Deps, "db">) {
	return async ({ key }: GetAttributeRequest, context: CallContext) => {
		const [attribute] = await read(
			db,
			context,
			selectAttribute(context.workspaceId, key),
		);
		if (!attribute) throw noSuchAttribute();
		return ok(attributeJson(attribute));
	};
}
