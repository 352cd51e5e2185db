import type { Rule } from "./rule.ts";

const YES = /^(?:yes|ja|oui|sí|sì|sim|tak|はい|可以|是)\b|^(?:はい|可以|是)/i;
const NO = /^(?:no|nein|non|não|nee|nie|いいえ|不)\b|^(?:いいえ|不)/i;

/** The questions that were kept aside while the writer was developed. */
export const HELD_BACK: readonly Rule[] = [
	{
		article: "charge-the-battery",
		question: "At what temperature should I store the battery in winter?",
		has: [/10 to 20 °C/],
		first: /10 to 20 °C/,
	},
	{
		article: "plans",
		question: "Which roadside help do I get with Harbour?",
		has: [/Weekdays only/i],
		without: /Coast/,
	},
	{
		article: "plans",
		question: "Is theft cover part of the Harbour plan?",
		has: [/theft cover/i],
		first: YES,
		never: /^no\b/im,
	},
	{
		article: "delivery",
		question: "Do you deliver to Norway?",
		has: [/do not deliver to Norway/],
		first: NO,
		never: /^yes/im,
		without: /Denmark/,
	},
	{
		article: "delivery",
		question: "How heavy is the parcel with the bike?",
		has: [/28 kg/],
		first: /28 kg/,
	},
	{
		article: "returns",
		question: "When do I get my money back after sending the bike back?",
		has: [/within ten working days after the bike has arrived/],
	},
	{
		article: "returns",
		question: "Can I return a lock after two weeks?",
		has: [/Locks, bags and lights can be returned within 30 days/],
		never: /^no\b/im,
	},
	{
		article: "stolen",
		question: "How high is the deductible after a theft?",
		has: [/deductible is 150 €/],
	},
	{
		article: "warranty",
		question:
			"I bought the bike second hand. Does the warranty pass to me as second owner?",
		has: [
			/if the first owner hands the bike over/,
			/Without that the warranty ends/,
		],
		first: YES,
		never: /^no\b/im,
	},
	{
		article: "warranty",
		question: "What do you need from me for a warranty claim?",
		has: [/frame number and the invoice/],
		wordsMax: 80,
	},
	{
		article: "pause",
		question: "Can the Fleet plan be paused?",
		has: [/Fleet plan cannot be paused/],
		first: NO,
		never: /^yes/im,
	},
	{
		article: "pause",
		question: "What does a pause cost?",
		has: [/9 € a month/],
	},
	{
		article: "pair-app",
		question: "How many phones can I connect to one bike?",
		has: [/Up to four phones/],
		first: /four phones/,
	},
	{
		article: "error-codes",
		question: "I get error E30",
		has: [/Push the plug below the display in until it clicks/],
		without: /E07|E21/,
	},
	{
		article: "error-codes",
		question: "May I continue to ride with E21 on the display?",
		has: [/must not be ridden/],
		never: /^yes/im,
		without: /E07/,
	},
	{
		article: "invoices",
		question: "Can I pay in cash?",
		has: [/do not take cash/],
		first: NO,
		never: /^yes/im,
	},
	{
		article: "invoices",
		question: "My direct debit was returned by the bank. Which fee do I pay?",
		has: [/fee of 5 €/],
	},
	{
		article: "who-may-ride",
		question: "What is the maximum weight of the Fjord?",
		has: [/150 kg/],
		first: /150 kg/,
		never: /Reef – maximum weight/,
	},
	{
		article: "account",
		question: "How do I change my email address?",
		has: [
			/1\. Open Account → Profile\.[\s\S]*3\. Follow the link/,
			/invoices still go to the old address/,
		],
		without: /Delete account/,
	},
	{
		article: "account",
		question: "Can I switch off the SMS code when I sign in?",
		has: [/cannot be switched off/],
		first: NO,
		never: /^yes/im,
	},
	{
		article: "repairs",
		question:
			"How many repairs are included in Coast, and what does one more cost?",
		has: [/One repair a year is included/, /45 € plus parts/],
	},
	{
		article: "tyres",
		question: "I have a flat tyre, how do I change the tube?",
		has: [
			/1\. Shift to the smallest sprocket\.[\s\S]*5\. Put the wheel back/,
			/loose axle can make you fall/,
		],
	},
	{
		article: "referral",
		question:
			"My friend forgot to enter the invitation code. Can it be added later?",
		has: [/forgotten cannot be added later/],
		never: /^yes/im,
	},
	{
		article: "insurance-guide",
		question: "Does the theft cover pay if only the battery is stolen?",
		has: [/does not pay for the theft of a battery alone/],
		first: NO,
		never: /^yes/im,
		without: /Page \d|^\d [A-Z]+$/m,
	},
	{
		article: "manual",
		question: "How tight do the bolts of the stem have to be?",
		has: [/5 Nm[\s\S]*stem|stem[\s\S]*5 Nm/],
	},
	{
		article: "manual",
		question: "Is it allowed to paint the carbon frame?",
		has: [/carbon frame must not be painted/],
		first: NO,
		never: /^yes/im,
	},
	{
		article: "de-kuendigung",
		question: "Welche Kündigungsfrist hat der Tarif Flotte?",
		language: "de",
		has: [/3 Monate/],
		first: /3 Monate/,
		without: /Küste/,
	},
	{
		article: "pt-furto",
		question: "Roubaram a minha bicicleta, o que devo fazer?",
		language: "pt",
		has: [/1\. Abra a aplicação[\s\S]*3\. Envie-nos/],
	},
	{
		article: "zh-delivery",
		question: "配送到奥地利需要多长时间？",
		language: "zh",
		has: [/4到5个工作日/],
	},
	{
		article: "rain",
		question: "Puis-je rouler sous la pluie avec le vélo ?",
		none: true,
	},
];
