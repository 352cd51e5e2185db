import type { Urgency } from "../task.ts";
import type { Cues } from "./cues.ts";
import type { Cue } from "./lexicon.ts";

/** The bounds that cues set to a ticket's urgency. */
export interface UrgencyBounds {
	/** At least as urgent as this. */
	readonly least: Urgency;
	/** At most as urgent as this. */
	readonly most: Urgency;
}

type Sentence = ReadonlySet<Cue>;

/** Fails here and now: together with all users, or with hours left, it is an emergency. */
const TROUBLE: readonly Cue[] = ["failure", "blocked", "missing"];
/** The main use is blocked, money is missing, or an answer is. */
const HIGH: readonly Cue[] = ["blocked", "missing", "unanswered"];

/** The least and the most urgency that what a text reports allows: what happens counts, not how loudly it is said. */
export function urgencyOfCues({ sentences }: Cues): UrgencyBounds {
	const actual = sentences.filter(
		(one) => !one.has("hypothetical") && !one.has("question"),
	);
	const reports = (...cues: readonly Cue[]) =>
		actual.some((one) => cues.some((cue) => one.has(cue)));
	if (isOver(sentences))
		return { least: "low", most: reports("thanks") ? "low" : "normal" };
	const isEmergency =
		actual.some(isEmergencyAlone) ||
		(reports("hours") && reports("failure", "blocked"));
	if (isEmergency) {
		const least = actual.some(isContained) ? "high" : "urgent";
		return { least, most: least };
	}
	const isHigh = reports(...HIGH) || (reports("days") && reports(...TROUBLE));
	const isTheory =
		!reports(...TROUBLE) && sentences.some((one) => one.has("hypothetical"));
	if (isTheory) return { least: "low", most: "low" };
	if (reports("workaround")) return { least: "low", most: "normal" };
	return { least: isHigh ? "high" : "low", most: "urgent" };
}

function isEmergencyAlone(sentence: Sentence): boolean {
	return (
		sentence.has("emergency") ||
		(sentence.has("everyone") && sentence.has("failure")) ||
		(sentence.has("hours") && TROUBLE.some((cue) => sentence.has(cue)))
	);
}

function isContained(sentence: Sentence): boolean {
	return sentence.has("contained") && !sentence.has("renewed");
}

/** What was wrong is over, and nothing after that says that it is there again. */
function isOver(sentences: readonly Sentence[]): boolean {
	const at = sentences.findLastIndex((one) => one.has("over"));
	if (at < 0) return false;
	return !sentences
		.slice(at)
		.some(
			(one, i) =>
				(one.has("renewed") && one.has("failure")) ||
				(i > 0 && (isEmergencyAlone(one) || one.has("renewed"))),
		);
}
