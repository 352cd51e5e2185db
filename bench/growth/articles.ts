import { seededRandom } from "@supportdesk/testkit/seeded-random.ts";
import type { Draft } from "../http/help-centre.ts";
import { word } from "./words.ts";

const WORDS = 300;
const SUBJECTS = ["parcel", "invoice", "password", "refund", "delivery"];

/** Generated articles, the same in every run. */
export function makeArticles(count: number): Draft[] {
	const random = seededRandom(1);
	return Array.from({ length: count }, () => article(random));
}

/** A text of the length of a help centre's article. */
function article(random: () => number): Draft {
	const subject = SUBJECTS[Math.floor(random() * SUBJECTS.length)];
	const words = Array.from({ length: WORDS }, () => word(random));
	const sentences = words.map((each, i) =>
		i % 12 === 11 ? `${each} ${subject}. ` : `${each} `,
	);
	return {
		title: `How to find your ${subject} ${word(random)} ${word(random)}`,
		body: sentences.join(""),
	};
}
