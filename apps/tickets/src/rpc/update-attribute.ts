import type { UpdateAttributeRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { changeAttribute } from "@supportdesk/directory/change-attribute.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { attributeJson } from "./directory-json.ts";

export function updateAttribute({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: UpdateAttributeRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { key, label, description, values } = request;
		const scope = `attributes.update:${key}`;
		const operation = operationOf(context, scope, undefined, clock.now());
		const change = {
			label: label === "" ? null : label,
			description: description === "" ? null : description,
			values: values?.values,
		};
		const response = await runOperation(db, operation, [], async (tx) => {
			const attribute = await changeAttribute(tx, workspaceId, key, change);
			const body = attributeJson(attribute);
			return { status: 200, body, resourceId: "" };
		});
		return stored(response);
	};
}
