import type { WordPiece } from "../encoder/word-piece.ts";
import { wordsOf } from "../learn/ngrams.ts";

export type Legibility = "english" | "foreign" | "meaningless";

/**
 * The words that texts of a language can hardly do without, and English texts hardly have. Words that English or addresses have
 * too are left out: com, con, die, est, non, os, per. So is Hindi in Latin letters: it comes mixed with English, by which
 * the mood and the urgency of most such messages are read rightly.
 */
const FOREIGN_WORDS = new Set(
	`el la los las una por para pero como está hola gracias necesito quiero dónde donde pedido cuenta paquete
	le les des une dans pour avec je vous mon ma où bonjour merci commande sur votre
	der das und ist nicht ich für ein eine mein meine wo bitte danke hallo wie kann auf bestellung
	il lo gli di che è mio ciao grazie dove vorrei ordine
	uma não meu minha olá obrigado onde você
	de het een niet ik mijn voor waar bestelling bedankt
	jest nie mój moje gdzie proszę dziękuję jak na zamówienie
	ve bir bu için değil nerede sipariş merhaba teşekkürler
	är jag och inte vill kan mitt det på hvor er jeg ikke mit har hej
	missä minun ei ole mikä kiitos oma tilaukseni hol nem és hogy kérem köszönöm rendelést csomagom
	unde este nu și meu mea mulțumesc kde můj moje není prosím děkuji objednávka
	factura reembolso devolución envío facture remboursement livraison rechnung stornierung rückgabe lieferung fattura rimborso
	ang ko ay ng mga nasaan saya tidak mana yang belum pesanan terima kasih
	tôi của không đơn hàng lorem ipsum dolor amet`.split(/\s+/),
);
const ENGLISH_WORDS = new Set(
	`the a an and or but is are was were be been am do does did have has had i you he she it we they my your our
	their me us this that these those to of in on at for with from by not no can could will would should what
	when where which who why how there here if so as just please any some get got want need know`.split(
		/\s+/,
	),
);
/** Share of words that look like words below which a text is random keystrokes. */
const KNOWN_SHARE_MIN = 0.25;
/** Letters a piece, above which a word that the vocabulary does not hold whole is made of known parts: "ref", "und". */
const PIECE_LETTERS_MIN = 3;
/**
 * In so short a text a word that is spelled like one counts: a product's name alone, "rescind". In longer ones it would
 * make English of every language that is written in Latin letters.
 */
const FEW_WORDS = 2;

/** Whether a text can be judged at all: everything here was learnt from English. */
export function legibility(text: string, wordPiece: WordPiece): Legibility {
	const { letters, latin } = countLetters(text);
	if (letters < 2) return "meaningless";
	if (latin < letters / 2) return "foreign";
	const words = wordsOf(text);
	let foreign = 0;
	let english = 0;
	let known = 0;
	for (const word of words) {
		if (FOREIGN_WORDS.has(word)) foreign++;
		if (ENGLISH_WORDS.has(word)) english++;
		if (isWhole(word, wordPiece)) known++;
	}
	if (foreign > 0 && foreign > english && foreign >= words.length / 6)
		return "foreign";
	// Nearly always enough, and quicker than to take every other word apart.
	if (known >= words.length * KNOWN_SHARE_MIN) return "english";
	const isWord = words.length > FEW_WORDS ? isMadeOfParts : isSpelledLikeAWord;
	for (const word of words) {
		if (isWhole(word, wordPiece)) continue;
		const [stem = ""] = word.split(/['’]/, 1); // "didn't" would be three pieces
		if (isWhole(stem, wordPiece) || isWord(stem, wordPiece)) known++;
	}
	return known < words.length * KNOWN_SHARE_MIN ? "meaningless" : "english";
}

/** Letters one by one are none, but for "I" and "a". */
function isWhole(word: string, wordPiece: WordPiece): boolean {
	return (
		ENGLISH_WORDS.has(word) || (word.length > 1 && wordPiece.isPiece(word))
	);
}

function isMadeOfParts(word: string, wordPiece: WordPiece): boolean {
	const piecesMax = Math.floor(word.length / PIECE_LETTERS_MIN);
	return wordPiece.pieces(word, piecesMax + 1).length <= piecesMax;
}

function isSpelledLikeAWord(word: string, wordPiece: WordPiece): boolean {
	return wordPiece.isSpelledLikeAWord(word) || isMadeOfParts(word, wordPiece);
}

const LETTER = /^\p{L}$/u;
const LATIN = /^\p{Script=Latin}$/u;

/** One by one and not by a search for all of them, which makes a string of each. */
function countLetters(text: string): { letters: number; latin: number } {
	let letters = 0;
	let latin = 0;
	for (let i = 0; i < text.length; i++) {
		const unit = text.charCodeAt(i);
		if (unit < 0x80) {
			const lower = unit | 0x20;
			if (lower >= 0x61 && lower <= 0x7a) {
				letters++;
				latin++;
			}
			continue;
		}
		const character = String.fromCodePoint(text.codePointAt(i)!);
		i += character.length - 1;
		if (LETTER.test(character)) letters++;
		if (LATIN.test(character)) latin++;
	}
	return { letters, latin };
}
