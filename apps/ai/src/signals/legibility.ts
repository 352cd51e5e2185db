import type { WordPiece } from "../encoder/word-piece.ts";
import { wordsOf } from "../learn/ngrams.ts";

export type Legibility = "english" | "foreign" | "meaningless";

/** The words that texts of a language can hardly do without, and English texts hardly have. */
const FOREIGN_WORDS = new Set(
	`el la los las una por para con pero como mi que está hola gracias necesito quiero dónde donde pedido cuenta
	le les des une est et dans pour avec je vous mon ma où bonjour merci commande pas sur votre
	der die das und ist nicht ich mit für ein eine mein meine wo bitte danke hallo wie kann auf bestellung
	il lo gli di che è non sono per mio ciao grazie dove vorrei ordine
	o os um uma não meu minha olá obrigado onde pedido você com
	de het een niet ik mijn voor waar bestelling hallo bedankt
	jest nie mój moje gdzie proszę dziękuję jak na zamówienie
	ve bir bu için değil nerede sipariş merhaba teşekkürler`.split(/\s+/),
);
const ENGLISH_WORDS = new Set(
	`the a an and or but is are was were be been am do does did have has had i you he she it we they my your our
	their me us this that these those to of in on at for with from by not no can could will would should what
	when where which who why how there here if so as just please any some get got want need know`.split(
		/\s+/,
	),
);
/** Share of words that the vocabulary holds whole below which a text is keys struck at random. */
const KNOWN_SHARE_MIN = 0.25;

/** Whether a text can be judged at all: everything here was learnt from English. */
export function legibility(text: string, wordPiece: WordPiece): Legibility {
	const letters = text.match(/\p{L}/gu)?.length ?? 0;
	if (letters < 2) return "meaningless";
	const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
	if (latin < letters / 2) return "foreign";
	const words = wordsOf(text);
	const foreign = words.filter((word) => FOREIGN_WORDS.has(word)).length;
	const english = words.filter((word) => ENGLISH_WORDS.has(word)).length;
	if (foreign > 0 && foreign > english && foreign >= words.length / 6)
		return "foreign";
	const known = words.filter(
		(word) => word.length > 1 && wordPiece.pieces(word, 2).length === 1,
	).length;
	return known < words.length * KNOWN_SHARE_MIN ? "meaningless" : "english";
}
