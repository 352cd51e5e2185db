import { z } from "./zod.ts";

/** An intent that the AI service can recognise, as the API reference explains it. */
interface DocumentedIntent {
	readonly name: string;
	readonly definition: string;
	readonly examples: readonly [string, string];
}

/** The closed list of `ai.intent`, in the order of apps/ai/seeds/intents.json; a test there compares the two. */
export const INTENTS: readonly DocumentedIntent[] = [
	{
		name: "order_place",
		definition: "Wants to buy, book, subscribe to or start something.",
		examples: ["I want to buy this", "how do I place an order"],
	},
	{
		name: "order_status",
		definition:
			"Asks where an order, parcel or delivery is, or says that it has not arrived.",
		examples: ["where is my order", "my parcel has not arrived yet"],
	},
	{
		name: "order_cancel",
		definition: "Wants to cancel an order, a booking or a subscription.",
		examples: ["cancel my order", "I no longer want the order I placed"],
	},
	{
		name: "order_change",
		definition:
			"Wants to change the items or details of an order or a booking.",
		examples: [
			"I need to change something in my order",
			"swap the item for a different size",
		],
	},
	{
		name: "shipping_info",
		definition:
			"Asks about delivery areas, options, times or costs before ordering.",
		examples: ["do you deliver to my area", "do you ship to my zip code"],
	},
	{
		name: "address_change",
		definition: "Wants to set or change an address.",
		examples: ["change my delivery address", "I moved, update my address"],
	},
	{
		name: "refund_request",
		definition:
			"Wants money back, or to return, exchange or replace something.",
		examples: ["I want my money back", "I'd like a refund"],
	},
	{
		name: "refund_status",
		definition: "A refund was promised or requested and has not been seen.",
		examples: ["where is my refund", "I still haven't received my refund"],
	},
	{
		name: "refund_policy",
		definition:
			"Asks about the rules of returns, refunds and cancellation fees.",
		examples: [
			"what is your return policy",
			"how many days do I have to return something",
		],
	},
	{
		name: "invoice_billing",
		definition:
			"Wants an invoice, a bill or a receipt, or to know the amount due.",
		examples: ["I need a copy of my invoice", "where can I find my bill"],
	},
	{
		name: "charge_dispute",
		definition: "A fee is unexpected, wrong or was taken twice.",
		examples: ["I was charged twice", "there is an extra fee on my statement"],
	},
	{
		name: "payment_problem",
		definition:
			"A payment, transfer, top-up or withdrawal failed, was declined or is pending.",
		examples: ["my payment failed", "my card was declined"],
	},
	{
		name: "payment_methods",
		definition: "Asks which ways to pay are accepted.",
		examples: ["which payment methods do you accept", "can I pay with PayPal"],
	},
	{
		name: "account_create",
		definition: "Wants to sign up, or cannot.",
		examples: ["how do I create an account", "I can't sign up"],
	},
	{
		name: "account_access",
		definition: "Cannot log in, or has a password, PIN or code problem.",
		examples: ["I forgot my password", "I can't log in"],
	},
	{
		name: "account_verify",
		definition:
			"Asks about, or has trouble with, proving an identity, an email address or a phone number.",
		examples: [
			"how do I verify my identity",
			"why do I need to verify my account",
		],
	},
	{
		name: "account_update",
		definition:
			"Wants to change personal details, or to switch the account or plan.",
		examples: ["change my email address", "update my phone number"],
	},
	{
		name: "account_close",
		definition: "Wants the account closed or deleted.",
		examples: ["delete my account", "close my account"],
	},
	{
		name: "product_info",
		definition:
			"Asks about features, prices, sizes, availability, eligibility or suitability before buying.",
		examples: ["tell me about the features", "what is the price"],
	},
	{
		name: "promotions",
		definition:
			"Asks about offers, coupons, rewards, referrals or newsletters.",
		examples: ["do you have any offers", "my coupon code does not work"],
	},
	{
		name: "technical_issue",
		definition: "A product, card, app or piece of software does not work.",
		examples: ["the app crashes", "it is not working"],
	},
	{
		name: "fraud_security",
		definition:
			"Something was lost, stolen or compromised, or an activity is not recognised.",
		examples: [
			"someone hacked my account",
			"I don't recognise this transaction",
		],
	},
	{
		name: "complaint_feedback",
		definition: "Complains about, criticises, reviews or praises the service.",
		examples: ["I want to make a complaint", "your service is terrible"],
	},
	{
		name: "contact_support",
		definition:
			"Wants to reach a person, or asks for a phone number, an office or opening hours.",
		examples: ["I want to talk to a human", "connect me with an agent"],
	},
	{
		name: "small_talk",
		definition: "Greets, thanks, says goodbye or chats with the bot.",
		examples: ["hi", "hello there"],
	},
	{
		name: "other",
		definition:
			"None of the above: out of scope, another language, or no meaning.",
		examples: ["what is the weather tomorrow", "tell me the capital of France"],
	},
];

/** The list as Markdown. */
const DESCRIPTION = [
	"What the customer wants. One of:",
	"",
	...INTENTS.map(
		({ name, definition, examples }) =>
			`- \`${name}\`: ${definition} “${examples.join("”, “")}”`,
	),
].join("\n");

const NAMES = INTENTS.map(({ name }) => name) as [string, ...string[]];

/** One of the list: a schema with a name, so that generated clients have one type for it. */
export const intent = z
	.enum(NAMES)
	.openapi("Intent", { description: DESCRIPTION, example: "refund_request" });
