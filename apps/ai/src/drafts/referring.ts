/** Where a sentence refers to the one before it, by the language of the article. */
interface Reference {
	/** A beginning that cannot be understood without what came before. */
	readonly begins: string;
	/** Words within it that refer to what was named before: “If you register the machine, it is extended”, “the second one”. */
	readonly within: string;
}

const REFERENCES: Readonly<Record<string, Reference>> = {
	en: {
		begins:
			"this|that|these|those|it|its|they|their|he|she|then|also|however|otherwise|therefore|so|but|and|or|without that|with that|after that|in this case|in that case|if so|if not|if you do|once done|instead|additionally|furthermore|moreover",
		within:
			"(?<=, )(?:it|they)|(?:against|beyond|above|below|until|after|before|for|with|without|besides) (?:it|that|this|them)|both|the (?:first|second|third|other|latter|former|same)(?: one)?|th(?:is|at|ose|ese) (?:cases?|ones?|time|date|way|period)",
	},
	de: {
		// “Das” before a noun or an adjective is an article; before a verb it stands for what was said.
		begins:
			"das (?:ist|sind|war|wird|kann|muss|soll|darf|hat|\\p{Ll}+t)|dies|diese[rsnm]?|es(?! gibt)|er|dann|danach|sonst|außerdem|dabei|dafür|dazu|ohne das",
		within:
			"dann|danach|darüber hinaus|sonst|beide[nrs]?|diese[nmrs]? (?:Fall|Zeit|Frist)|(?:gegen|für|ohne|mit|bei|von|aus|durch) (?:sie|ihn|ihm|ihnen)",
	},
	fr: {
		begins: "cela|ceci|ce|cette|ensuite|sinon",
		within: "alors|celui-ci|celle-ci|ceux-ci|celles-ci|(?:ce|ces) cas",
	},
	es: {
		begins: "esto|eso|entonces|luego|además",
		within: "entonces|(?:ese|este|tal) caso|ambos|ambas",
	},
	it: {
		begins: "questo|quello|poi|inoltre",
		within: "allora|(?:questo|tal) caso|entrambi|entrambe",
	},
	pt: {
		begins: "isto|isso|então|depois|além disso",
		within: "então|nesse caso|neste caso|ambos|ambas",
	},
	nl: {
		begins: "dit|dat|deze|dan|daarna|anders",
		within: "daarna|dan nog|(?:dat|dit) geval|beide",
	},
	pl: {
		begins: "to|ten|ta|potem|następnie|inaczej",
		within: "wtedy|wówczas|(?:tym|takim) (?:przypadku|razie)|oba|obie",
	},
};
/** Languages without spaces between words. */
const UNSPACED = /^(?:その|これ|それ|また|次に|ただし|这|那|然后|否则)/u;

const COMPILED = new Map(
	Object.entries(REFERENCES).map(([language, { begins, within }]) => [
		language,
		{
			begins: new RegExp(`^(?:${begins})(?!\\p{L})`, "u"),
			within: new RegExp(`(?<!\\p{L})(?:${within})(?!\\p{L})`, "u"),
		},
	]),
);

/**
 * Whether a sentence begins with a word that refers to the one before it. The lists are by language: “To cancel, open …”
 * begins with a word that is “this” in Polish.
 */
export function beginsReferring(
	text: string,
	language: string | undefined,
): boolean {
	// The other letters count as they are written: German nouns have capitals.
	const uncapitalised = text.charAt(0).toLowerCase() + text.slice(1);
	return (
		UNSPACED.test(text) || referenceOf(language).begins.test(uncapitalised)
	);
}

/** Whether a sentence refers to what the one before it names. */
export function refersWithin(
	text: string,
	language: string | undefined,
): boolean {
	return referenceOf(language).within.test(text);
}

function referenceOf(language = "en") {
	return COMPILED.get(language) ?? COMPILED.get("en")!;
}
