import type { Evidence } from "../learn/classifier.ts";
import type { Cues } from "./cues/cues.ts";
import { toneOf } from "./cues/tone.ts";

/** Weight of near examples: they share the text's topic, which says less about its tone than its words do. */
const NEAREST_WEIGHT = 2;
/** Added to `frustrated`: a feeling that is missed costs more than one that is suspected. */
const HEAD_START = { english: 0.4, foreign: 0.2 };
/** Added to `unknown`: a short text is more often a plain question than one without any tone. */
const UNKNOWN = { english: 0, foreign: -0.3 };
/** What the words say about the tone, on the scale of the model's scores. Chosen on the development tickets of bench/ai. */
const ANGRY = 0.7;
const SARCASTIC = 1;
const GRATEFUL = 0.6;
const CALM = -0.4;

/** The feeling a text shows toward the company. */
export function readSentiment(
	labels: readonly string[],
	{ linear, nearest }: Evidence,
	cues: Cues,
	language: "english" | "foreign",
): string {
	const tone = toneOf(cues);
	const said: Readonly<Record<string, number>> = {
		unknown: UNKNOWN[language],
		frustrated:
			HEAD_START[language] +
			(tone.isAngry ? ANGRY : 0) +
			(tone.isSarcastic ? SARCASTIC : 0) +
			(tone.isCalm ? CALM : 0) -
			(tone.isGrateful ? GRATEFUL : 0),
		positive:
			(tone.isGrateful ? GRATEFUL : 0) - (tone.isSarcastic ? SARCASTIC : 0),
	};
	const scores = labels.map(
		(label, k) =>
			linear[k]! + NEAREST_WEIGHT * nearest[k]! + (said[label] ?? 0),
	);
	return labels[scores.indexOf(Math.max(...scores))]!;
}
