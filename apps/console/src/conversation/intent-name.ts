import type { TicketChanges } from "@supportdesk/client";

type Intent = NonNullable<NonNullable<TicketChanges["signals"]>["intent"]>;

/** All that the API knows, in the order of its reference. */
const EVERY_INTENT: Readonly<Record<Intent, true>> = {
	order_place: true,
	order_status: true,
	order_cancel: true,
	order_change: true,
	shipping_info: true,
	address_change: true,
	refund_request: true,
	refund_status: true,
	refund_policy: true,
	invoice_billing: true,
	charge_dispute: true,
	payment_problem: true,
	payment_methods: true,
	account_create: true,
	account_access: true,
	account_verify: true,
	account_update: true,
	account_close: true,
	product_info: true,
	promotions: true,
	technical_issue: true,
	fraud_security: true,
	complaint_feedback: true,
	contact_support: true,
	small_talk: true,
	other: true,
};
export const INTENTS = Object.keys(EVERY_INTENT) as Intent[];

/** `password_reset` as words: intents are the API's own names and are the same in every language. */
export function intentName(intent: string): string {
	const words = intent.replaceAll("_", " ");
	return words.charAt(0).toUpperCase() + words.slice(1);
}
