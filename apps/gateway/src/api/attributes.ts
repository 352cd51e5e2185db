import { z } from "../openapi/zod.ts";
import { Attribute, DeletedAttribute } from "./directory-resources.ts";
import { endpoint } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { cleared, text, textOrNull } from "./fields.ts";
import { cursor, limit, sort, toPage } from "./query-fields.ts";
import { listOf } from "./resources.ts";

const KEY = /^[A-Za-z0-9_-]{1,64}$/;
const VALUES_MAX = 500;
const VALUE_CHARACTERS_MAX = 200;

const LABEL_CHARACTERS_MAX = 200;
const DESCRIPTION_CHARACTERS_MAX = 1_000;

const values = z
	.array(text({ max: VALUE_CHARACTERS_MAX, trimmed: true }))
	.max(VALUES_MAX, { error: `must have at most ${VALUES_MAX} entries` });
const label = text({ max: LABEL_CHARACTERS_MAX, trimmed: true });
const description = text({
	max: DESCRIPTION_CHARACTERS_MAX,
	multiline: true,
	trimmed: true,
});

const NewAttribute = z
	.strictObject({
		key: z
			.string()
			.refine((value) => KEY.test(value), {
				error: "must have 1 to 64 letters, digits, underscores and hyphens",
			})
			.openapi({ pattern: KEY.source }),
		type: z.enum(["string", "number", "boolean", "date", "enum"]),
		values: values
			.optional()
			.openapi({ description: "An enum's values; of no other type." }),
		label: label
			.optional()
			.openapi({ description: "What people are shown in place of the key." }),
		description: description.optional(),
	})
	.openapi("NewAttribute");

const AttributeChanges = z
	.strictObject({
		values: values.optional().openapi({
			description:
				"All values of an enum in their new order; those that it has must be among them, because tickets and contacts may have them.",
		}),
		label: textOrNull(label, "Null removes it."),
		description: textOrNull(description, "Null removes it."),
	})
	.openapi("AttributeChanges");

export const listAttributes = endpoint({
	method: "get",
	path: "/v1/attributes",
	scope: "workspace:read",
	ids: {},
	query: z.strictObject({ sort: sort(["key"], "key:asc"), limit, cursor }),
	call: ({ tickets }, { query }, context) =>
		tickets.listAttributes({ page: toPage(query) }, context),
	documentation: {
		operationId: "listAttributes",
		tag: "Directory",
		summary: "List attributes",
		description: "The keys that tickets' and contacts' attributes may have.",
		response: listOf(Attribute, "AttributeList"),
		errors: ["invalid_cursor", "invalid_sort"],
		responseExample: examples.list(examples.attribute),
	},
});

export const createAttribute = endpoint({
	method: "post",
	path: "/v1/attributes",
	scope: "workspace:write",
	ids: {},
	body: NewAttribute,
	idempotent: true,
	location: (key) => `/v1/attributes/${key}`,
	call: ({ tickets }, { body, idempotency }, context) =>
		tickets.createAttribute(
			{ ...body, values: body.values ?? [], idempotency },
			context,
		),
	documentation: {
		operationId: "createAttribute",
		tag: "Directory",
		summary: "Define an attribute",
		description:
			"The key and the type never change, because values that are there might not fit others.",
		status: 201,
		response: Attribute,
		errors: ["attribute_exists"],
		requestExample: {
			key: examples.attribute.key,
			type: examples.attribute.type,
			values: examples.attribute.values,
		},
		responseExample: examples.attribute,
	},
});

export const getAttribute = endpoint({
	method: "get",
	path: "/v1/attributes/:key",
	scope: "workspace:read",
	ids: {},
	call: ({ tickets }, { params }, context) =>
		tickets.getAttribute({ key: params.key! }, context),
	documentation: {
		operationId: "getAttribute",
		tag: "Directory",
		summary: "Retrieve an attribute",
		response: Attribute,
		errors: ["attribute_not_found"],
		responseExample: examples.attribute,
	},
});

export const updateAttribute = endpoint({
	method: "patch",
	path: "/v1/attributes/:key",
	scope: "workspace:write",
	ids: {},
	body: AttributeChanges,
	bodyOptional: true,
	call: ({ tickets }, { params, body }, context) =>
		tickets.updateAttribute(
			{
				key: params.key!,
				label: cleared(body.label),
				description: cleared(body.description),
				values: body.values && { values: body.values },
			},
			context,
		),
	documentation: {
		operationId: "updateAttribute",
		tag: "Directory",
		summary: "Update an attribute",
		description:
			"Only the fields in the body change. An enum's values can be added to, and put into another order.",
		response: Attribute,
		errors: ["attribute_not_found", "invalid_attribute_value"],
		requestExample: { label: "Region" },
		responseExample: { ...examples.attribute, label: "Region" },
	},
});

export const deleteAttribute = endpoint({
	method: "delete",
	path: "/v1/attributes/:key",
	scope: "workspace:write",
	ids: {},
	call: ({ tickets }, { params }, context) =>
		tickets.deleteAttribute({ key: params.key! }, context),
	documentation: {
		operationId: "deleteAttribute",
		tag: "Directory",
		summary: "Delete an attribute",
		description:
			"Tickets and contacts keep the values they have, and can get no others.",
		response: DeletedAttribute,
		errors: ["attribute_not_found"],
		responseExample: { key: examples.attribute.key, deleted: true },
	},
});
