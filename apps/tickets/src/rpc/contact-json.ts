import type { ContactRecord } from "../domain/contact.ts";

/** The API's Contact object, as `/v1/contacts` shows it. */
export function contactJson(contact: ContactRecord): string {
	const text = JSON.stringify;
	const [email = null] = contact.addresses;
	const { lastSeenAt } = contact;
	return `{"id":"${contact.id}","name":${text(contact.name)},"email":${text(email)},"avatar_url":${text(contact.avatarUrl)},"external_id":${text(contact.externalId)},"addresses":${text(contact.addresses)},"custom_attributes":${contact.customAttributesJson},"created_at":"${contact.createdAt}","updated_at":"${contact.updatedAt}","last_seen_at":${text(lastSeenAt)}${undeliverableField(contact)}}`;
}

/** Only contacts with such addresses show the field. */
function undeliverableField({ undeliverableJson }: ContactRecord): string {
	return undeliverableJson === undefined
		? ""
		: `,"undeliverable":${undeliverableJson}`;
}
