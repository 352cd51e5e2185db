import type { TicketChanges } from "@supportdesk/client";
import type { Language } from "../language/language.tsx";

type Intent = NonNullable<NonNullable<TicketChanges["signals"]>["intent"]>;

/** All that the API knows, in the order of its reference, with their names in German. */
const GERMAN: Readonly<Record<Intent, string>> = {
	order_place: "Bestellung aufgeben",
	order_status: "Bestellstatus",
	order_cancel: "Bestellung stornieren",
	order_change: "Bestellung ändern",
	shipping_info: "Versandfrage",
	address_change: "Adressänderung",
	refund_request: "Erstattung verlangt",
	refund_status: "Stand einer Erstattung",
	refund_policy: "Regeln für Erstattungen",
	invoice_billing: "Rechnung",
	charge_dispute: "Strittige Abbuchung",
	payment_problem: "Zahlungsproblem",
	payment_methods: "Zahlungsarten",
	account_create: "Konto anlegen",
	account_access: "Kontozugang",
	account_verify: "Konto bestätigen",
	account_update: "Konto ändern",
	account_close: "Konto schließen",
	product_info: "Produktfrage",
	promotions: "Aktionen und Rabatte",
	technical_issue: "Technisches Problem",
	fraud_security: "Betrug und Sicherheit",
	complaint_feedback: "Beschwerde oder Lob",
	contact_support: "Kontakt gewünscht",
	small_talk: "Plauderei",
	other: "Anderes",
};
export const INTENTS = Object.keys(GERMAN) as Intent[];

/** English names are the API's own, as words: `refund_request` is "Refund request". */
export function intentName(intent: string, language: Language): string {
	const german = GERMAN[intent as Intent];
	if (language === "de" && german) return german;
	const words = intent.replaceAll("_", " ");
	return words.charAt(0).toUpperCase() + words.slice(1);
}
