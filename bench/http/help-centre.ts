/** An article as it is written. */
export interface Draft {
	readonly title: string;
	readonly body: string;
}

/** The products of the shop. */
const THINGS = [
	"standing desk",
	"office chair",
	"reading lamp",
	"bookshelf",
	"coffee machine",
	"vacuum cleaner",
	"garden bench",
	"mattress",
	"wardrobe",
	"electric kettle",
	"curtain rail",
	"dining table",
	"pressure cooker",
	"bicycle trailer",
	"smoke detector",
	"water filter",
	"picture frame",
	"air purifier",
	"sewing machine",
	"camping tent",
	"paper shredder",
	"video projector",
	"piano stool",
	"sun umbrella",
	"shower curtain",
];

interface Matter {
	/** Phrased for a title and for a question. */
	readonly what: (thing: string) => string;
	readonly how: (thing: string) => string;
}

const MATTERS: readonly Matter[] = [
	{
		what: (thing) => `return a ${thing}`,
		how: (thing) =>
			`A ${thing} can be returned within sixty days. Print the return label under Orders, put it on the box and bring the box to any post office. The money is with you a week after the ${thing} has reached us.`,
	},
	{
		what: (thing) => `assemble a ${thing}`,
		how: (thing) =>
			`Lay out every part of the ${thing} and compare them with the first page of the manual. Tighten the screws by hand, put the ${thing} upright, and use the key from the bag for the last turn.`,
	},
	{
		what: (thing) => `clean a ${thing}`,
		how: (thing) =>
			`Wipe the ${thing} with a damp cloth and a drop of soap. Bleach leaves stains that no warranty covers. Let the ${thing} dry for an hour before it is used.`,
	},
	{
		what: (thing) => `order spare parts for a ${thing}`,
		how: (thing) =>
			`The number of every part of the ${thing} is on the last page of its manual. Type the number into the shop's search field. Parts are kept for ten years after the last ${thing} has been sold.`,
	},
	{
		what: (thing) => `extend the warranty of a ${thing}`,
		how: (thing) =>
			`Register the ${thing} within ninety days of buying it, with the number on its label and a photo of the receipt. The warranty then lasts five years instead of two.`,
	},
	{
		what: (thing) => `change the colour of an ordered ${thing}`,
		how: (thing) =>
			`Until the ${thing} is packed its colour can be changed under Orders, Details. A difference in price is charged to the same card. Painted to order, a ${thing} takes nine days longer.`,
	},
	{
		what: (thing) => `cancel the order of a ${thing}`,
		how: (thing) =>
			`Open Orders, choose the ${thing} and press Cancel. Once the courier has it there is nothing to cancel: refuse the delivery, and what was paid comes back by itself.`,
	},
	{
		what: (thing) => `claim damage to a ${thing} in transit`,
		how: (thing) =>
			`Keep the wrapping and photograph the ${thing} from four sides. Report the damage within three days with the pictures. We send another ${thing} before the broken one is collected.`,
	},
	{
		what: (thing) => `recycle an old ${thing}`,
		how: (thing) =>
			`The driver takes an old ${thing} along when the new one comes, if that was ticked at the checkout. Otherwise bring it to the municipal yard, which charges nothing for a ${thing}.`,
	},
	{
		what: (thing) => `measure the room for a ${thing}`,
		how: (thing) =>
			`Measure the width at the floor and at the height of your hip, and take the smaller figure. Leave a hand's breadth around the ${thing}, and look whether the door can still open.`,
	},
	{
		what: (thing) => `pay for a ${thing} in instalments`,
		how: (thing) =>
			`Choose Monthly at the checkout. The price of the ${thing} is divided by six, twelve or twenty-four, without interest up to twelve. The first instalment is due when the ${thing} leaves the warehouse.`,
	},
	{
		what: (thing) => `rent a ${thing} for an event`,
		how: (thing) =>
			`Up to forty pieces of a ${thing} can be rented for a weekend. The deposit is a tenth of the price. Whoever brings the ${thing} back clean on Monday gets all of the deposit.`,
	},
	{
		what: (thing) => `silence a squeaking ${thing}`,
		how: (thing) =>
			`A squeak comes from a dry joint. Turn the ${thing} over, find the joint by moving it slowly, and put one drop of oil on it. If the ${thing} still squeaks, a screw is loose.`,
	},
	{
		what: (thing) => `find the serial number of a ${thing}`,
		how: (thing) =>
			`The serial number of a ${thing} stands on a silver sticker underneath: twelve digits, the first two of which are the year. It is on the invoice as well.`,
	},
	{
		what: (thing) => `get an invoice for a ${thing} as a company`,
		how: (thing) =>
			`Enter the tax number before paying. The invoice for the ${thing} then names the company and comes by mail on the day of the dispatch. Afterwards an invoice can be corrected once.`,
	},
	{
		what: (thing) => `have a ${thing} delivered on a Saturday`,
		how: (thing) =>
			`Saturday is among the dates where the courier offers it. A ${thing} is brought between eight and two. An hour before, the driver calls; nobody at home means Monday.`,
	},
	{
		what: (thing) => `exchange a ${thing} for another size`,
		how: (thing) =>
			`Order the ${thing} in the other size and choose Exchange as the way of paying. The courier brings the one and takes the other along. Both must be in their boxes.`,
	},
	{
		what: (thing) => `reserve a ${thing} in a store`,
		how: (thing) =>
			`Choose a store near you and press Reserve. The ${thing} waits at the counter for two days, under your name. Paying happens there, by card or in cash.`,
	},
	{
		what: (thing) => `review a ${thing} on the website`,
		how: (thing) =>
			`Two weeks after the delivery a mail asks what you think of the ${thing}. Stars alone are fine; with a photo a review earns fifty points. Reviews are read before they are shown.`,
	},
	{
		what: (thing) => `store a ${thing} over the winter`,
		how: (thing) =>
			`Put the ${thing} somewhere dry and above freezing. Cover it with cotton rather than plastic, under which it would sweat. In spring, look at every seam of the ${thing} before you use it.`,
	},
];

const INTRODUCTION =
	"This page is for customers of the shop and of its partners. You find what you need in your account, on every device, at any time of the day.";
const CLOSING =
	"If that did not help, write to us from the address of your account. Please name the order's number, so that nobody has to ask for it.";

/** A help centre of 500 similar articles, like those of a real shop. */
export function helpCentre(): Draft[] {
	return THINGS.flatMap((thing) =>
		MATTERS.map(({ what, how }) => ({
			title: `How to ${what(thing)}`,
			body: [INTRODUCTION, how(thing), CLOSING].join("\n\n"),
		})),
	);
}

/** The question that each article answers, with different probabilities in search. */
export function helpCentreQuestions(): string[] {
	return THINGS.flatMap((thing) =>
		MATTERS.map(({ what }) => `how can I ${what(thing)}?`),
	);
}

/** Questions without an answer in the help centre. */
export const UNANSWERED_QUESTIONS = [
	"Do you employ students in the summer?",
	"Who designed your new logo?",
	"Does the canteen serve vegetarian food?",
	"Which school did the founder go to?",
];

const WHO = ["founder", "gardener", "lawyer", "singer", "neighbour", "painter"];
const KINDS = ["grey", "tame", "tiny", "wild", "noisy", "striped", "sleepy"];
const ANIMALS = [
	"heron",
	"badger",
	"otter",
	"lynx",
	"beetle",
	"goat",
	"falcon",
];
const PLACES = ["Norway", "Peru", "Kenya", "Japan", "Malta", "Texas", "Crete"];

/** The questions that are answered, in another phrasing for each of some ten thousand numbers. */
export function newWordingOf(questions: readonly string[], n: number): string {
	const round = Math.floor(n / questions.length);
	const who = WHO[round % WHO.length];
	const place = PLACES[Math.floor(round / WHO.length) % PLACES.length];
	const question = questions[n % questions.length]!.replace("?", "");
	return `${question} that my ${who} bought in ${place}?`;
}

const BEGINNINGS = [
	"how do I",
	"what must I do to",
	"what is the way to",
	"I want to",
	"I need to",
	"please explain how to",
	"is there a way to",
];
const ENDS = ["", " today", " this week", " soon", " myself", " from home"];

/** Between questions: a few requests after each other are about many things. */
const STEP = 37;

/** The questions that are answered, each of some ten thousand in little more than an article's words. */
export function inOwnWords(questions: readonly string[], n: number): string {
	const beginning = BEGINNINGS[n % BEGINNINGS.length]!;
	const end = ENDS[Math.floor(n / BEGINNINGS.length) % ENDS.length];
	const question = questions[(n * STEP) % questions.length]!;
	return question.replace("how can I", beginning).replace("?", `${end}?`);
}

/** A question without an answer, in another phrasing for each of some thousand numbers, and numbered beyond. */
export function newWording(n: number): string {
	let rest = n;
	const take = (words: readonly string[]) => {
		const word = words[rest % words.length];
		rest = Math.floor(rest / words.length);
		return word;
	};
	const question = `Has your ${take(WHO)} seen a ${take(KINDS)} ${take(ANIMALS)} in ${take(PLACES)}`;
	return rest === 0 ? `${question}?` : `${question} ${rest} times?`;
}
