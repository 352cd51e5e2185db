// Copies of questions as customers type and mail them.

/** A random number from 0 to below 1. */
export type Random = () => number;

export function pick<T>(random: Random, list: readonly T[]): T {
	return list[Math.floor(random() * list.length)]!;
}

const LETTERS = "etaoinshrdlucmfwypvbgk";
const TYPED_LENGTH_MIN = 4;

/** With a typing error in one or two of its words; the same text if it has no word that is long enough. */
export function withTypos(text: string, random: Random): string {
	const words = text.split(" ");
	const long = words.flatMap((word, i) =>
		/^\p{L}{4,}[?.!,]?$/u.test(word) ? [i] : [],
	);
	const count = Math.min(long.length, random() < 0.5 ? 1 : 2);
	for (let n = 0; n < count; n++) {
		const i = pick(random, long);
		words[i] = mistyped(words[i]!, random);
	}
	const typed = words.join(" ");
	return random() < 0.5 ? typed.toLowerCase().replace(/[?.!]+$/, "") : typed;
}

function mistyped(word: string, random: Random): string {
	const letters = word.replace(/[?.!,]$/, "");
	if (letters.length < TYPED_LENGTH_MIN) return word;
	const at = 1 + Math.floor(random() * (letters.length - 2));
	const [before, letter, after] = [
		word.slice(0, at),
		word[at]!,
		word.slice(at + 1),
	];
	switch (Math.floor(random() * 4)) {
		case 0:
			return `${before}${after}`;
		case 1:
			return `${before}${letter}${letter}${after}`;
		case 2:
			return `${before}${after[0] ?? ""}${letter}${after.slice(1)}`;
		default:
			return `${before}${pick(random, [...LETTERS])}${after}`;
	}
}

const GREETINGS = [
	"Hi,",
	"Hello,",
	"Dear all,",
	"Dear support,",
	"Good afternoon,",
	"Hello everybody,",
	"Hey,",
	"Dear Mrs Grant,",
	"Hi Paul,",
	"",
];
const COURTESIES = [
	"I hope this finds you well.",
	"Thank you for your good service so far.",
	"I am sorry to disturb you.",
	"Thanks for the last answer.",
	"Hope you had a good start into the week.",
	"",
	"",
	"",
];
const CONTEXTS = [
	"We are a family of five.",
	"My neighbour recommended you.",
	"I only have a little time in the evenings.",
	"It is the first time that I write to you.",
	"My husband always did this until now.",
	"I have been with you for four years.",
	"Our office is in the old town.",
	"Yesterday I sat down to do it at last.",
	"My colleague Tina said you would know.",
	"We had a birthday party at the weekend.",
	"I looked around for a while.",
	"",
	"",
	"",
];
const ENDS = [
	"Thanks in advance!",
	"Many thanks for your help.",
	"I look forward to your answer.",
	"Please let me know.",
	"",
	"",
];
const CLOSINGS = [
	"Best regards,\nEmma Reed",
	"Kind regards\nT. Aalto",
	"Thanks\nNick",
	"Yours sincerely,\nDr. Paula Hart",
	"Cheers,\nJo",
	"Sent from my phone",
	"",
];
const SIGNATURES = [
	"\n--\nReed Ltd, 5 High Street, York\nTel. 01904 555 010",
	"\nAalto Oy | Helsinki | www.aalto.example",
	"\nThis message is confidential.",
	"",
	"",
	"",
];
const HISTORIES = [
	"\n\nOn 4 June 2025, Support wrote:\n> Dear customer,\n> thank you for your message. We have passed it on.\n> Your team",
	"\n\n-----Original Message-----\nFrom: Support\nSent: Monday\nTo: you\nSubject: Your order\n\nYour order has been received.",
	"",
	"",
	"",
];

/** A mail with the question in it. */
export function asMail(text: string, random: Random): string {
	const sentence = /[.?!]$/.test(text) ? text : `${text}.`;
	const [first, second] = random() < 0.5 ? [CONTEXTS, [""]] : [[""], CONTEXTS];
	const body = [
		pick(random, COURTESIES),
		pick(random, first),
		sentence,
		pick(random, second),
		pick(random, ENDS),
	]
		.filter((part) => part !== "")
		.join(" ");
	return [
		pick(random, GREETINGS),
		body,
		pick(random, CLOSINGS) + pick(random, SIGNATURES) + pick(random, HISTORIES),
	]
		.filter((part) => part !== "")
		.join("\n\n");
}

const FRAMES: readonly ((question: string) => string)[] = [
	(question) => `Could you tell me: ${question}`,
	(question) => `${question} Thanks!`,
	(question) => `I would like to know the following. ${question}`,
	(question) => `Hi, ${question}`,
	(question) => question.toLowerCase().replace(/[?.!]+$/, ""),
	(question) => `${question} I could not find it on your site.`,
];

/** The same question in another frame. */
export function reframed(text: string, random: Random): string {
	return pick(random, FRAMES)(text);
}
