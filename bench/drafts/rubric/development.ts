import type { Rule } from "./rule.ts";

const YES = /^(?:yes|ja|oui|sí|sì|sim|tak|はい|可以|是)\b|^(?:はい|可以|是)/i;
const NO = /^(?:no|nein|non|não|nee|nie|いいえ|不)\b|^(?:いいえ|不)/i;

/** The questions that the writer was developed on. */
export const DEVELOPMENT: readonly Rule[] = [
	{
		article: "charge-the-battery",
		question: "How do I charge the battery in my flat?",
		has: [
			/1\. Switch the bike off[\s\S]*5\. Disconnect the socket/,
			/Never touch the contacts/,
			/colder than 5 °C/,
			/connect the charger first/,
		],
	},
	{
		article: "charge-the-battery",
		question: "How long does a full charge take with the fast charger?",
		has: [/two and a half hours/],
		first: /two and a half hours/,
		without: /Pull the battery/,
	},
	{
		article: "charge-the-battery",
		question: "Can I leave the battery plugged in over night?",
		has: [/leave the battery connected over night/],
		first: YES,
	},
	{
		article: "plans",
		question: "What does the Harbour plan cost per month?",
		has: [/Harbour[^\n]*59 €|59 €[^\n]*Harbour/],
		first: /59 €/,
		without: /Coast|Fleet/,
	},
	{
		article: "plans",
		question: "Does Coast include theft cover?",
		has: [/theft cover/i, /Coast/],
		first: NO,
		never: /^yes/im,
		without: /Fleet/,
	},
	{
		article: "plans",
		question: "Hi, how many repairs per year do I have on Fleet? Thanks, Mia",
		has: [/unlimited/],
		first: /unlimited/,
		without: /Coast/,
	},
	{
		article: "delivery",
		question: "How long does delivery to Austria take?",
		has: [/Austria[^\n]*4–5 days|4–5 days[^\n]*Austria/],
		first: /4–5 days/,
		without: /Denmark|Germany/,
	},
	{
		article: "delivery",
		question: "What do I pay for delivery to Switzerland?",
		has: [/79 €/, /Customs duty is paid by the recipient/],
		first: /79 €/,
		without: /Denmark/,
	},
	{
		article: "delivery",
		question: "What happens if I am not at home when the courier comes?",
		has: [/tries once more on the next working day/],
		without: /Austria/,
		wordsMax: 80,
	},
	{
		article: "returns",
		question: "How do I send the bike back?",
		has: [
			/1\. Open the app and choose Orders → Return\.[\s\S]*4\. Take the battery out/,
			/damaged battery must not be sent/,
			/No printer\?/,
		],
	},
	{
		article: "returns",
		question: "Can I return a helmet that I have already unpacked?",
		has: [/Helmets and gloves cannot be returned once their seal is broken/],
		never: /^yes/im,
	},
	{
		article: "returns",
		question:
			"I have ridden 140 km. Can I still return the bike, what will you charge?",
		has: [/we keep 1 € for each further kilometre/],
	},
	{
		article: "stolen",
		question: "My bike has been stolen, what do I do now?",
		has: [
			/1\. Open the app and choose Theft → Report\.[\s\S]*4\. Wait for our call/,
			/Do not try to get the bike back on your own/,
		],
	},
	{
		article: "warranty",
		question: "Does the warranty cover a puncture?",
		has: [/not covered/],
		first: NO,
		never: /^yes/im,
		without: /^Does the warranty/m,
		wordsMax: 60,
	},
	{
		article: "warranty",
		question: "how long is the warranty on the motor",
		has: [/motor (?:of|has a warranty of) three years/],
		first: /three years/,
		wordsMax: 80,
	},
	{
		article: "pause",
		question: "How can I pause my subscription?",
		has: [/1\. Open Account → Subscription\.[\s\S]*3\. Confirm with the code/],
		never: /<\/?\w+>/,
	},
	{
		article: "pair-app",
		question: "How do I connect my phone to the bike?",
		has: [/1\. Hold the power button[\s\S]*3\. Type the code 0000/],
	},
	{
		article: "error-codes",
		question: "The display says E11, what should I do?",
		has: [/30 minutes/, /Do not put it into water/],
		without: /E07|E21/,
		first: /E11|too hot|30 minutes/,
	},
	{
		article: "rain",
		question: "Is it ok to use a pressure washer on the bike?",
		has: [/High-pressure cleaners must not be used/],
		never: /^yes/im,
	},
	{
		article: "who-may-ride",
		question: "Can I mount a child seat on the Reef?",
		has: [/not on the Reef|Reef[^\n]*child seat: no/i],
		first: NO,
		never: /^yes/im,
	},
	{
		article: "travel",
		question: "Can I take the battery on a plane?",
		has: [/Airlines do not take the battery/],
		first: NO,
		never: /^yes/im,
		wordsMax: 90,
	},
	{
		article: "manual",
		question: "Which oil does the suspension fork need?",
		has: [/fork oil of viscosity 7\.5 W/],
		without: /gearbox oil/,
	},
	{
		article: "manual",
		question: "How do I bleed the rear brake?",
		has: [
			/1\. Turn the bike[\s\S]*6\. Close the valve/,
			/Brake fluid damages paint/,
		],
	},
	{
		article: "manual",
		question: "What does fault F-317 mean?",
		has: [/F-317[\s\S]*rear light draws too much current/],
		without: /F-316|F-318/,
	},
	{
		article: "manual",
		question: "How do I register the bike with the police in Japan?",
		none: true,
	},
	{
		article: "de-akku",
		question: "Wie lade ich den Akku in der Wohnung?",
		language: "de",
		has: [
			/1\. Schalten Sie das Rad aus[\s\S]*3\. Verbinden Sie/,
			/Laden Sie einen beschädigten Akku niemals/,
		],
	},
	{
		article: "fr-livraison",
		question: "Bonjour, combien de temps prend la livraison en France ?",
		language: "fr",
		has: [/cinq à sept jours ouvrés/],
		first: /cinq à sept jours/,
	},
	{
		article: "es-devolucion",
		question: "¿Cómo puedo devolver la bicicleta?",
		language: "es",
		has: [/1\. Abra la aplicación[\s\S]*3\. Pegue la etiqueta/],
	},
	{
		article: "ja-battery",
		question: "バッテリーの充電には何時間かかりますか？",
		language: "ja",
		has: [/4時間/],
	},
	{
		article: "delivery",
		question: "Wie lange dauert die Lieferung nach Österreich?",
		none: true,
	},
];
