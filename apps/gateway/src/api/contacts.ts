import { parseEmailAddress } from "@supportdesk/text/email-address.ts";
import { z } from "../openapi/zod.ts";
import { contactEmail, contactName } from "./contact-fields.ts";
import { ContactDetails } from "./directory-resources.ts";
import { endpoint, type PathId } from "./endpoint.ts";
import * as examples from "./examples.ts";
import {
	customAttributes,
	externalId,
	idOf,
	text,
	textOrNull,
} from "./fields.ts";
import { cursor, limit, moment, sort, toPage } from "./query-fields.ts";
import { Deleted, listOf } from "./resources.ts";

export const contactId: PathId = {
	prefix: "cnt",
	notFound: "contact_not_found",
	noun: "contact",
};

const ADDRESSES_MAX = 50;
const Q_CHARACTERS_MAX = 255;

const isAddress = (value: string) => parseEmailAddress(value) !== undefined;

const address = text({ max: 254, trimmed: true })
	.refine(isAddress, {
		error: "must be an email address that mail can be sent to",
	})
	.openapi({ format: "email" });

const addresses = z
	.array(address)
	.max(ADDRESSES_MAX, { error: `must have at most ${ADDRESSES_MAX} entries` });

const attributes = customAttributes.openapi({
	description: "Values by keys that the workspace defines.",
});

const NewContact = z
	.strictObject({
		email: contactEmail,
		name: contactName,
		external_id: externalId.optional(),
		addresses: addresses
			.optional()
			.openapi({ description: "Further addresses." }),
		custom_attributes: attributes.optional(),
	})
	.refine(
		({ email, external_id }) =>
			email !== undefined || external_id !== undefined,
		{
			error: "is required unless external_id is given",
			path: ["email"],
			params: { code: "missing_parameter" },
		},
	)
	.openapi("NewContact", {
		description: "`email` or `external_id` is required.",
	});

const ContactChanges = z
	.strictObject({
		email: contactEmail.openapi({
			description: "Takes the place of the main address.",
		}),
		name: contactName,
		external_id: textOrNull(externalId, "Null removes it."),
		addresses: addresses.optional().openapi({
			description: "All addresses, the main one first; replaces those there.",
		}),
		custom_attributes: customAttributes.optional().openapi({
			description: "Merged with the existing attributes; null removes a key.",
		}),
	})
	.refine(
		({ email, addresses }) => email === undefined || addresses === undefined,
		{ error: "cannot be sent together with addresses", path: ["email"] },
	)
	.openapi("ContactChanges");

const Merge = z
	.strictObject({
		into: idOf("cnt").openapi({
			description: "The contact that this one becomes.",
		}),
	})
	.openapi("ContactMerge");

const email = z
	.string()
	.transform((value, context) => {
		const parsed = parseEmailAddress(value);
		if (parsed) return parsed.key;
		context.addIssue({ code: "custom", message: "must be an email address" });
		return z.NEVER;
	})
	.openapi({
		type: "string",
		format: "email",
		description: "One of the contact's addresses, ignoring case.",
	});

const WRITE_ERRORS = [
	"contact_exists",
	"external_id_exists",
	"undefined_attribute_key",
	"invalid_attribute_value",
] as const;

export const listContacts = endpoint({
	method: "get",
	path: "/v1/contacts",
	scope: "contacts:read",
	ids: {},
	query: z.strictObject({
		email: email.optional(),
		external_id: externalId.optional(),
		q: text({ max: Q_CHARACTERS_MAX, trimmed: true }).optional().openapi({
			description:
				"A part of the name, of an address or of the external id, ignoring case.",
		}),
		created_after: moment("after").optional(),
		created_before: moment("before").optional(),
		sort: sort(["created_at", "name", "last_seen_at"], "created_at:desc"),
		limit,
		cursor,
	}),
	call: ({ tickets }, { query }, context) =>
		tickets.listContacts(
			{
				page: toPage(query),
				email: query.email,
				externalId: query.external_id,
				q: query.q,
				createdAfter: query.created_after,
				createdBefore: query.created_before,
			},
			context,
		),
	documentation: {
		operationId: "listContacts",
		tag: "Directory",
		summary: "List contacts",
		description:
			"Newest first unless sorted otherwise. All filters must hold. A contact who never wrote is sorted by its creation in a list by `last_seen_at`.",
		response: listOf(ContactDetails, "ContactList"),
		errors: ["invalid_cursor", "invalid_sort", "missing_parameter"],
		responseExample: examples.list(examples.contactDetails),
	},
});

export const createContact = endpoint({
	method: "post",
	path: "/v1/contacts",
	scope: "contacts:write",
	ids: {},
	body: NewContact,
	idempotent: true,
	location: (id) => `/v1/contacts/${id}`,
	call: ({ tickets }, { body, idempotency }, context) =>
		tickets.createContact(
			{
				email: body.email,
				name: body.name,
				externalId: body.external_id,
				addresses: body.addresses ?? [],
				customAttributesJson: body.custom_attributes
					? JSON.stringify(body.custom_attributes)
					: "",
				idempotency,
			},
			context,
		),
	documentation: {
		operationId: "createContact",
		tag: "Directory",
		summary: "Create a contact",
		status: 201,
		response: ContactDetails,
		errors: WRITE_ERRORS,
		requestExample: examples.newContact,
		responseExample: examples.contactDetails,
	},
});

export const getContact = endpoint({
	method: "get",
	path: "/v1/contacts/:id",
	scope: "contacts:read",
	ids: { id: contactId },
	call: ({ tickets }, { params }, context) =>
		tickets.getContact({ id: params.id! }, context),
	documentation: {
		operationId: "getContact",
		tag: "Directory",
		summary: "Retrieve a contact",
		description: "The id of a merged contact retrieves the one that it became.",
		response: ContactDetails,
		responseExample: examples.contactDetails,
	},
});

export const updateContact = endpoint({
	method: "patch",
	path: "/v1/contacts/:id",
	scope: "contacts:write",
	ids: { id: contactId },
	body: ContactChanges,
	bodyOptional: true,
	call: ({ tickets }, { params, body }, context) =>
		tickets.updateContact(
			{
				id: params.id!,
				email: body.email,
				name: body.name,
				externalId: body.external_id === null ? "" : body.external_id,
				addresses: body.addresses && { addresses: body.addresses },
				customAttributesJson:
					body.custom_attributes && JSON.stringify(body.custom_attributes),
			},
			context,
		),
	documentation: {
		operationId: "updateContact",
		tag: "Directory",
		summary: "Update a contact",
		description: "Only the fields in the body change.",
		response: ContactDetails,
		errors: WRITE_ERRORS,
		requestExample: { name: "Ada Lovelace" },
		responseExample: { ...examples.contactDetails, name: "Ada Lovelace" },
	},
});

export const mergeContact = endpoint({
	method: "post",
	path: "/v1/contacts/:id/merge",
	scope: "contacts:write",
	ids: { id: contactId },
	body: Merge,
	idempotent: true,
	call: ({ tickets }, { params, body, idempotency }, context) =>
		tickets.mergeContact(
			{ id: params.id!, into: body.into, idempotency },
			context,
		),
	documentation: {
		operationId: "mergeContact",
		tag: "Directory",
		summary: "Merge a contact into another one",
		description:
			"Its tickets, messages and addresses move; of more than 500 tickets the rest follows within seconds. From then on its id stands for the contact that it became, which keeps its own name, external id and attributes where it has any.",
		response: ContactDetails,
		errors: ["contact_not_found", "invalid_merge"],
		requestExample: { into: examples.contactDetails.id },
		responseExample: examples.contactDetails,
	},
});

export const deleteContact = endpoint({
	method: "delete",
	path: "/v1/contacts/:id",
	scope: "contacts:write",
	ids: { id: contactId },
	call: ({ tickets }, { params }, context) =>
		tickets.deleteContact({ id: params.id! }, context),
	documentation: {
		operationId: "deleteContact",
		tag: "Directory",
		summary: "Erase a contact",
		description:
			"Erases its personal data for good. Its tickets stay, with the contact shown as `erased`: within seconds their subjects, the messages and attachments that the contact sent, their drafts and the gaps' wordings that came only from them are gone, and its name and addresses are taken out of replies and notes. Contacts that were merged into it are erased with it.",
		response: Deleted,
		responseExample: examples.deleted(examples.contactDetails.id),
	},
});
