/** Numbers from two on by the words for them. “One” is left out: in most languages it is also an article. */
const NAMES: readonly string[] = [
	"two zwei deux dos due duas dois twee dwa dwie",
	"three drei trois tres tre três drie trzy",
	"four vier quatre cuatro quattro quatro cztery",
	"five fünf cinq cinco cinque vijf pięć",
	"six sechs sei seis zes sześć",
	"seven sieben sept siete sette sete zeven siedem",
	"eight acht huit ocho otto oito osiem",
	"nine neun neuf nueve nove negen dziewięć",
	"ten zehn dix diez dieci dez tien dziesięć",
	"eleven elf onze once undici jedenaście",
	"twelve zwölf douze doce dodici doze twaalf dwanaście",
	"thirteen dreizehn treize trece tredici treze dertien trzynaście",
	"fourteen vierzehn quatorze catorce quattordici catorze veertien czternaście",
	"fifteen fünfzehn quinze quince quindici vijftien piętnaście",
];
const TENS: readonly (readonly [number, string])[] = [
	[20, "twenty zwanzig vingt veinte venti vinte twintig dwadzieścia"],
	[30, "thirty dreißig trente treinta trenta trinta dertig trzydzieści"],
	[40, "forty vierzig quarante cuarenta quaranta quarenta veertig"],
	[50, "fifty fünfzig cinquante cincuenta cinquanta cinquenta vijftig"],
	[60, "sixty sechzig soixante sesenta sessanta sessenta zestig"],
	[90, "ninety neunzig noventa novanta negentig"],
	[100, "hundred hundert cent cien cento cem honderd sto"],
	[1000, "thousand tausend mille mil duizend tysiąc"],
];

const VALUES: ReadonlyMap<string, string> = new Map([
	...NAMES.flatMap((names, i) =>
		names.split(" ").map((name) => [name, String(i + 2)] as const),
	),
	...TENS.flatMap(([value, names]) =>
		names.split(" ").map((name) => [name, String(value)] as const),
	),
]);

/** The numbers that a text in lower case has in words, as digits. */
export function numbersInWords(text: string): string[] {
	const words = text.match(/\p{L}+/gu) ?? [];
	return words.flatMap((word) => VALUES.get(word) ?? []);
}
