import intents from "../../seeds/intents.json" with { type: "json" };
import de from "../../seeds/languages/de.json" with { type: "json" };
import es from "../../seeds/languages/es.json" with { type: "json" };
import fr from "../../seeds/languages/fr.json" with { type: "json" };
import it from "../../seeds/languages/it.json" with { type: "json" };
import ja from "../../seeds/languages/ja.json" with { type: "json" };
import nl from "../../seeds/languages/nl.json" with { type: "json" };
import pl from "../../seeds/languages/pl.json" with { type: "json" };
import pt from "../../seeds/languages/pt.json" with { type: "json" };
import zh from "../../seeds/languages/zh.json" with { type: "json" };
import sentiment from "../../seeds/sentiment.json" with { type: "json" };
import tickets from "../../seeds/tickets.json" with { type: "json" };
import urgency from "../../seeds/urgency.json" with { type: "json" };
import { type Example, SENTIMENTS, type Task, URGENCIES } from "./task.ts";

/** Every intent there is, with `other` last. */
export const INTENTS: readonly string[] = Object.keys(intents);

/** Every answer there is to each task. */
export const LABELS: Readonly<Record<Task, readonly string[]>> = {
	intent: INTENTS,
	urgency: URGENCIES,
	sentiment: SENTIMENTS,
};

type Seeds = Readonly<Record<Task, readonly Example[]>>;
type Ticket = Readonly<Record<Task | "text", string>>;

/** Phrases of our own that name no business. They are read as data, so that one can be added without changing code. */
export const PHRASES: Seeds = {
	intent: Object.entries(intents).flatMap(([label, { examples }]) =>
		examples.map((text) => ({ text, label })),
	),
	urgency: examplesOf(urgency),
	sentiment: examplesOf(sentiment),
};

/** Whole tickets of our own, to invented businesses of all kinds. */
export const TICKETS: readonly Ticket[] = Object.entries(tickets).flatMap(
	([urgency, bySentiment]) =>
		Object.entries(bySentiment).flatMap(([sentiment, byIntent]) =>
			Object.entries<readonly string[]>(byIntent).flatMap(([intent, texts]) =>
				texts.map((text) => ({ text, urgency, sentiment, intent })),
			),
		),
);

/** The training data of a workspace without confirmed labels. */
export const SEEDS: Seeds = withTickets(TICKETS);

/** The phrases and the given tickets. */
export function withTickets(given: readonly Ticket[]): Seeds {
	const seedsOf = (task: Task) => [
		...PHRASES[task],
		...given.map((ticket) => ({
			text: ticket.text,
			label: ticket[task],
			isLong: true,
		})),
	];
	return {
		intent: seedsOf("intent"),
		urgency: seedsOf("urgency"),
		sentiment: seedsOf("sentiment"),
	};
}

/** The same in other languages, by their ISO 639-1 codes: translated, fewer, as customers write in each. */
export const SEEDS_BY_LANGUAGE: Readonly<Record<string, Seeds>> =
	Object.fromEntries(
		Object.entries({ de, es, fr, it, ja, nl, pl, pt, zh }).map(
			([language, { intent, urgency, sentiment }]) => [
				language,
				{
					intent: examplesOf(intent),
					urgency: examplesOf(urgency),
					sentiment: examplesOf(sentiment),
				},
			],
		),
	);

/** The seeds of all languages but English. */
export const FOREIGN_SEEDS: Seeds = {
	intent: foreign("intent"),
	urgency: foreign("urgency"),
	sentiment: foreign("sentiment"),
};

function foreign(task: Task): Example[] {
	return Object.values(SEEDS_BY_LANGUAGE).flatMap((seeds) => seeds[task]);
}

function examplesOf(
	texts: Readonly<Record<string, readonly string[]>>,
): Example[] {
	return Object.entries(texts).flatMap(([label, examples]) =>
		examples.map((text) => ({ text, label })),
	);
}
