import type { CreateAttributeRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { defineAttribute } from "@supportdesk/directory/define-attribute.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { attributeJson } from "./directory-json.ts";

export function createAttribute({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: CreateAttributeRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { key, type, values, label, description, idempotency } = request;
		const now = clock.now();
		const operation = operationOf(
			context,
			"attributes.create",
			idempotency,
			now,
		);
		const response = await runOperation(db, operation, [], async (tx) => {
			const attribute = await defineAttribute(tx, {
				workspaceId,
				key,
				type,
				values: values.length > 0 ? values : undefined,
				label,
				description,
				now,
			});
			const body = attributeJson(attribute);
			return { status: 201, body, resourceId: key };
		});
		return stored(response);
	};
}
