import { stem } from "@supportdesk/text/stem.ts";

/** Characters that are read of a text: neither a question nor a passage needs more, and the time must have a bound. */
const CHARACTERS_MAX = 4_000;
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;
/** Chinese characters and Japanese syllables, which have no spaces between words. */
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/u;
const CJK_RUN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+/gu;

/** Words that say nothing of what a question is about. */
const FUNCTION_WORDS = new Set(
	`a an the this that these those and or but if so then than as at by for from in into of off on onto out over to up with
	about after before i me my mine we us our you your he him his she her it its they them their there here what which who whom
	when where why how do does did is are am was were be been being have has had can could may might shall should will would
	must not no yes please hi hello hey dear thanks thank regards much many any some just also still get got i'm i've it's don't
	need needs want wants like know tell help back away again last next ago month week day today yesterday
	der die das den dem des ein eine einen einem einer und oder aber wenn als auf aus bei bis für im in mit nach von vom zu zum
	zur ich mich mir mein meine meinen wir uns unser sie ihr ihre ihnen er es was welche welcher welches wer wann wo warum wie
	ist sind war hat haben habe kann können darf dürfen muss müssen wird werden nicht kein keine ja nein bitte hallo guten tag
	danke gibt man auch noch
	le la les un une des du de d l et ou mais si à au aux avec dans en par pour sur je j me mon ma mes nous notre vous votre
	il elle ils est es sont ai a ont quel quelle quels que qu qui quand où pourquoi comment combien puis-je peut pas ne oui non
	bonjour merci ce cette
	el los las uno unos unas y o pero con del al por para sin mi mis se su sus lo es son está tengo puedo puede qué cuál cómo
	cuándo dónde cuánto no sí hola gracias
	il lo gli i di da con su per un uno e o ma mi si ho ha posso può che quale come quando dove quanto è sono ciao
	o os as um uma e ou mas no na nos nas do da dos das ao à com por para meu minha posso pode que qual como quando onde
	quanto é são não sim olá
	de het een en of maar van op te met voor bij naar uit ik mij mijn wij ons u uw kan kunt mag moet is zijn wat welke wie
	wanneer waar waarom hoe niet geen ja nee hallo
	i w z na do od po za o u dla czy co jak kiedy gdzie ile jest są mam mogę można nie tak się mój moja moje proszę`.split(
		/\s+/,
	),
);

/**
 * A code as it is displayed or typed: E12, E-12, E.12, E 12, LM-413, LM413. Not “I 14” or “a 200”, which are words, and
 * not `S3`: models are not called by their digit.
 */
const CODE =
	/(?<![\p{L}\p{N}'’._-])(?:([b-hj-zB-HJ-Z])(?:[ ._-](?=\d)|(?=\d\d))|(\p{Lu}{2,4})[ ._-]?(?=\d))(\d{1,5})(?![\p{L}\p{N}]|[.,:_-][\p{L}\p{N}])/gu;

/** Codes as one word each; those of several letters beside their parts, as the article may have these alone. */
function joinCodes(text: string): string {
	return text.replace(CODE, (code, letter, letters, number) =>
		letter ? `${letter}${number}` : `${letters}${number} ${code}`,
	);
}

/** The words of a text in the order in which they are met, unified by their stems; runs of Chinese or Japanese in pairs. */
export function stemsIn(text: string): string[] {
	const read = readable(text);
	const stems: string[] = [];
	for (const [word] of read.matchAll(WORD)) {
		if (CJK.test(word)) stems.push(...pairsOf(word));
		else stems.push(stem(word.replace(/['’]s$/, "")));
	}
	return stems;
}

/** The different words of a text that say what it is about, by their stems. */
export function informativeStems(text: string): Set<string> {
	const stems = new Set<string>();
	for (const word of informativeWords(text))
		stems.add(CJK.test(word) ? word : stem(word));
	return stems;
}

/** The same as they are written, in lower case. */
export function informativeWords(text: string): Set<string> {
	const words = new Set<string>();
	for (const [word] of readable(text).matchAll(WORD)) {
		if (CJK.test(word)) for (const pair of pairsOf(word)) words.add(pair);
		else {
			const named = word.replace(/['’]s$/, "");
			if (!FUNCTION_WORDS.has(word) && !FUNCTION_WORDS.has(named))
				words.add(named);
		}
	}
	return words;
}

function readable(text: string): string {
	const read = text.slice(0, CHARACTERS_MAX).normalize("NFKC");
	return joinCodes(read).toLowerCase();
}

/** Words of a text; two characters of Chinese or Japanese count as one. */
export function countWords(text: string): number {
	const all = text.match(/[\p{L}\p{N}]+/gu);
	if (!all) return 0;
	if (!CJK.test(text)) return all.length;
	let count = 0;
	for (const word of all)
		count += CJK.test(word) ? Math.ceil(word.length / 2) : 1;
	return count;
}

/** Whether a text has words that no spaces separate. */
export function hasCjk(text: string): boolean {
	return CJK.test(text);
}

function* pairsOf(word: string): Generator<string> {
	for (const [run] of word.matchAll(CJK_RUN)) {
		// A pair of syllables is grammar more often than a word.
		for (let i = 0; i + 2 <= run.length; i++) {
			const pair = run.slice(i, i + 2);
			if (!/^\p{sc=Hiragana}+$/u.test(pair)) yield pair;
		}
	}
	for (const other of word.split(CJK_RUN)) if (other !== "") yield other;
}
