/** What a yes would say: that something may or can be done, that it has to be, or that it is so. */
export type Claim = "possible" | "required" | "true";

/** How a language asks what is answered by yes or no, and how it says and limits it. */
interface Grammar {
	readonly opens: Readonly<Record<Claim, RegExp>>;
	/** A question for more than yes or no, or a request in the form of a question. */
	readonly isOpen: RegExp;
	readonly possible: RegExp;
	readonly required: RegExp;
	readonly negation: RegExp;
	/** What makes a yes or no depend on something. */
	readonly condition: RegExp;
}

/** Word boundaries that also hold beside letters with accents. */
function words(list: string, flags = "iu"): RegExp {
	return new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, flags);
}

function opening(list: string): RegExp {
	return new RegExp(
		`^(?:[¿¡]\\s*)?(?:(?:and|so|but|und|also|et|y|e|en|a)\\s+)?(?:${list})(?![\\p{L}\\p{N}])`,
		"iu",
	);
}

const GRAMMARS: Readonly<Record<string, Grammar>> = {
	en: {
		opens: {
			required: opening(
				"do (?:i|we) (?:have|need) to|must (?:i|we)|should (?:i|we)|is it (?:necessary|required|mandatory)|am i required",
			),
			possible: opening(
				"can|could|may|is it (?:possible|allowed|ok|okay|permitted)|(?:am|are) (?:i|we) (?:allowed|able)",
			),
			true: opening("do|does|did|is|are|will|has|have"),
		},
		isOpen: words(
			"what|which|how|why|where|who|or|(?:can|could|would|will) (?:you|someone) (?:please |kindly |also )?(?:tell|help|explain|send|check|confirm|let|show|look|fix)|do you know|(?:,|and) when",
		),
		possible: words(
			"can|could|may|possible|allowed|permitted|able|free to|cannot|can['’]t",
		),
		required: words(
			"must|have to|has to|need to|needs? to|required|necessary|mandatory",
		),
		negation: words(
			"not|never|no|cannot|none|neither|unable|impossible|forbidden|prohibited|\\p{L}+n['’]t",
		),
		condition: words(
			"if|unless|only|except|until|up to|as long as|provided|depends?|at most|at least|when|once|while|after|before|within|without|some|most|usually|sometimes|might|should|fewer|less|more|than|over|under|every|all|starting|from(?=\\s\\p{Sc}?\\d)",
		),
	},
	de: {
		opens: {
			required: opening(
				"muss|müssen|soll|sollte|brauche|ist es (?:nötig|notwendig)",
			),
			possible: opening(
				"kann|können|könnte|könnten|darf|dürfen|ist es (?:möglich|erlaubt)",
			),
			true: opening(
				"ist|sind|hat|haben|habe|gibt|wird|werden|liefern|liefert|gilt|deckt|enthält|bietet|bieten|übernimmt|akzeptieren|bekomme|erhalte",
			),
		},
		isOpen: words(
			"was|wie|welche[rsnm]?|warum|wieso|wo|wer|oder|(?:kannst|können|könnten|könntet) (?:sie|du|ihr) (?:mir|uns)",
		),
		possible: words("kann|können|darf|dürfen|möglich|erlaubt|zulässig"),
		required: words("muss|müssen|nötig|notwendig|erforderlich|verpflichtet"),
		negation: words("nicht|nie|niemals|kein\\p{L}*|weder|unmöglich|verboten"),
		condition: words(
			"wenn|falls|nur|außer|bis|sofern|solange|sobald|höchstens|mindestens|nach|vor|innerhalb|ohne|meist|meistens|manchmal|mehr|weniger|über|unter|jede\\p{L}*|alle|ab(?=\\s\\p{Sc}?\\d)",
		),
	},
	fr: {
		opens: {
			required: opening(
				"dois-je|devons-nous|faut-il|est-ce que (?:je dois|nous devons)|est-il nécessaire",
			),
			possible: opening(
				"puis-je|peut-on|pouvons-nous|est-ce que (?:je peux|on peut|nous pouvons)|est-il possible|ai-je le droit",
			),
			true: opening(
				"est-ce que|y a-t-il|est-ce|\\p{L}+-vous|\\p{L}+-t-il|\\p{L}+-t-elle",
			),
		},
		isOpen: words(
			"quel\\p{L}*|comment|pourquoi|où|qui|combien|ou|pouvez-vous|pourriez-vous",
		),
		possible: words("peu[xt]|pouvez|pouvons|peuvent|possible|autorisée?s?"),
		required: words("dois|doit|devez|faut|nécessaire|obligatoire"),
		negation: words(
			"(?:ne|n['’]\\p{L}*).{0,40}(?:pas|plus|jamais|aucune?)|non|impossible|interdite?s?|aucune?",
		),
		condition: words(
			"si|sauf|seulement|jusqu['’]|tant que|à condition|dès|après|avant|sans|parfois|plus|moins|tou[st]|chaque|partir",
		),
	},
	es: {
		opens: {
			required: opening("debo|tengo que|hay que|es (?:necesario|obligatorio)"),
			possible: opening("puedo|se puede|podemos|es posible"),
			true: opening(
				"hay|es|está|son|tiene|tienen|incluye|cubre|envían|aceptan|ofrecen",
			),
		},
		isOpen: words(
			"qué|cuál|cuáles|cómo|cuándo|cuánt[oa]s?|dónde|quién|o|por qué",
		),
		possible: words("puede|pueden|puedes|posible|permitid[oa]s?"),
		required: words("debe|deben|hay que|tiene que|necesario|obligatorio"),
		negation: words(
			"no|nunca|ningun[oa]?|ningún|tampoco|imposible|prohibid[oa]s?",
		),
		condition: words(
			"si|salvo|excepto|solo|sólo|hasta|siempre que|cuando|después|antes|sin|plazo|más|menos|tod[oa]s?|cada|partir|desde(?=\\s\\p{Sc}?\\d)",
		),
	},
	it: {
		opens: {
			required: opening("devo|dobbiamo|bisogna|è (?:necessario|obbligatorio)"),
			possible: opening("posso|si può|si possono|possiamo|può|è possibile"),
			true: opening(
				"c['’]è|ci sono|è|sono|avete|include|copre|accettate|consegnate",
			),
		},
		isOpen: words("che|cosa|quale|quali|come|quando|quanto|dove|chi|o|perché"),
		possible: words("puoi|può|possono|possibile|consentit[oaie]"),
		required: words("deve|devi|bisogna|necessario|obbligatorio"),
		negation: words("non|mai|nessun[oa]?|impossibile|vietat[oaie]"),
		condition: words(
			"se|solo|tranne|salvo|fino|finché|quando|dopo|prima|entro|senza|più|meno|tutt[iaoe]|ogni|partire|da(?=\\s\\p{Sc}?\\d)",
		),
	},
	pt: {
		opens: {
			required: opening(
				"devo|tenho (?:de|que)|é (?:preciso|necessário|obrigatório)",
			),
			possible: opening("posso|pode-se|podemos|é possível|dá para"),
			true: opening("há|é|está|são|tem|têm|inclui|cobre|aceitam|entregam"),
		},
		isOpen: words(
			"o que|qual|quais|como|quando|quant[oa]s?|onde|quem|ou|porquê|por que",
		),
		possible: words("pode|podem|possível|permitid[oa]s?"),
		required: words("deve|devem|preciso|necessário|obrigatório"),
		negation: words("não|nunca|nenhum[a]?|impossível|proibid[oa]s?"),
		condition: words(
			"se|só|apenas|exceto|salvo|até|desde que|quando|depois|antes|sem|prazo|mais|menos|tod[oa]s?|cada|partir",
		),
	},
	nl: {
		opens: {
			required: opening("moet|moeten|is het (?:nodig|verplicht)"),
			possible: opening("kan|kunnen|mag|mogen|is het (?:mogelijk|toegestaan)"),
			true: opening(
				"is|zijn|heeft|hebben|wordt|worden|leveren|levert|zit|geldt",
			),
		},
		isOpen: words("wat|welke?|hoe|waarom|waar|wie|wanneer|of|kunt u mij"),
		possible: words("kan|kunt|kunnen|mag|mogen|mogelijk|toegestaan"),
		required: words("moet|moeten|nodig|verplicht"),
		negation: words("niet|nooit|geen|onmogelijk|verboden"),
		condition: words(
			"als|indien|alleen|behalve|tot|zolang|zodra|wanneer|na|voor|binnen|zonder|meer|minder|alle|elke?|vanaf",
		),
	},
	pl: {
		opens: {
			required: opening("czy (?:muszę|musimy|trzeba|należy)"),
			possible: opening("czy (?:mogę|można|możemy|da się)"),
			true: opening("czy"),
		},
		isOpen: words("jak|jaki\\p{L}*|kiedy|gdzie|dlaczego|ile|albo|lub"),
		possible: words("można|może|mogą|możliw\\p{L}*"),
		required: words("trzeba|należy|musi|konieczn\\p{L}*"),
		negation: words("nie|nigdy|żaden|niemożliw\\p{L}*"),
		condition: words(
			"jeśli|jeżeli|gdy|tylko|oprócz|dopóki|kiedy|po|przed|bez|do|więcej|mniej|każd\\p{L}*|wszystk\\p{L}*|od(?=\\s\\p{Sc}?\\d)",
		),
	},
};

/** Whether a text in a language denies something. English where the language has no grammar here. */
export function isNegated(text: string, language: string | undefined): boolean {
	if (language === "ja") return /ない|ません|ずに|禁止/.test(text);
	if (language === "zh") return /[不没无勿未别]/.test(text);
	const { negation } = GRAMMARS[language ?? "en"] ?? GRAMMARS.en!;
	return negation.test(text);
}

/** A question that wants yes or no, and the grammar of its language. */
export interface ClosedQuestion {
	readonly text: string;
	readonly claim: Claim;
	readonly grammar: Grammar;
}

/** The one question of a message if it wants yes or no; undefined where it has another one, or none. */
export function closedQuestion(
	message: string,
	language: string | undefined,
): ClosedQuestion | undefined {
	const grammar = GRAMMARS[language ?? ""];
	if (!grammar) return undefined;
	const asked = message
		.split(/(?<=[.!?。？])\s+|\n+/)
		.map((sentence) => sentence.trim())
		.filter((sentence) => /[?？]$/.test(sentence));
	const [text] = asked;
	if (!text || asked.length > 1) return undefined;
	// A greeting before it ends with a comma.
	const own = text.replace(/^(?:\p{L}+\s?){1,3},\s+/u, "");
	if (grammar.isOpen.test(own) || grammar.negation.test(own)) return undefined;
	for (const claim of ["required", "possible", "true"] as const)
		if (grammar.opens[claim].test(own)) return { text: own, claim, grammar };
	return undefined;
}
