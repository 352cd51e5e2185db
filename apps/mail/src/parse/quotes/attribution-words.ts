/** How programs begin the line above a quote; for lines that are wrapped. */
export const ATTRIBUTION_START =
	/^[-*_\s]*(?:On|Am|Le|El|Il(?: giorno)?|Em|A|Op|W dniu|Dnia|Den|På|Dne|Vào|Pe|În|At|Quoting|Zitat von|Citando|Selon)\b/;

/** The verbs in the line above a quote, as its last word before the colon. */
const VERBS_AT_END = [
	...["wrote", "sent", "said", "writes"], // English
	...["schrieb", "geschrieben", "schreibt"], // German
	...["a écrit", "écrivait", "a ecrit", "écrit"], // French
	...["escribió", "escribio", "ha escrito", "va escriure"], // Spanish, Catalan
	...["ha scritto", "scrive", "scriveva"], // Italian
	...["escreveu", "escreveram"], // Portuguese
	...["schreef", "het volgende geschreven", "geschreven"], // Dutch
	...["napisał(a)", "napisał", "napisała", "pisze"], // Polish
	...["skrev", "skrev följande", "skrev følgende"], // Swedish, Danish, Norwegian
	...["kirjoitti"], // Finnish
	...["написал", "написала", "написал(а)", "пишет", "написав(ла)", "пише"], // Russian, Ukrainian
	...["napsal", "napsala", "napsal(a)", "napísal(a)"], // Czech, Slovak
	...["yazdı", "şunları yazdı", "şunu yazdı"], // Turkish
	...["írta", "a scris", "έγραψε", "đã viết", "menulis"],
	...["写道", "寫道", "님이 작성", "wrote", "のメール", "כתב", "كتب"],
];

/** As above, anywhere before a name and the colon. */
const VERBS_INSIDE = [
	...["schrieb", "schreef", "heeft", "skrev", "escribió", "ezt írta"],
	...["napisał", "kirjoitti", "napsal"],
];

export const ATTRIBUTION_END = new RegExp(
	`(?:^|[\\s>)\\]"'”,*\\d\\p{sc=Han}])(?:${VERBS_AT_END.map(escaped).join("|")})(?:[\\s\\u00a0*]*)[:：][\\s*_-]*$`,
	"iu",
);

export const ATTRIBUTION_VERB = new RegExp(
	`\\s(?:${VERBS_INSIDE.map(escaped).join("|")})\\s`,
	"iu",
);

/** The date may be behind the verb, as Gmail writes it in Hungarian. */
export const ATTRIBUTION_BEFORE_DATE =
	/\bezt írta \(időpont: [^()]{1,80}\)[:：][\s*_-]*$/iu;

/** The same as mobile programs and older ones write it; a person may write it, too. */
export const ATTRIBUTION_WITH_DATE_LAST =
	/\s(?:wrote on|schrieb am|schreef op|skrev den|a écrit le|escribió el|ha scritto il|escreveu em)\s.{1,80}[:：][\s*_-]*$/iu;

function escaped(word: string): string {
	return word.replace(/[()]/g, "\\$&");
}
