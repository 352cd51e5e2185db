/** The languages that drafts are framed in. */
export type FrameLanguage = keyof typeof PHRASES;

export interface FramePhrases {
	readonly greeting: (name: string) => string;
	readonly greetingWithoutName: string;
	readonly opening: string;
	readonly source: string;
	readonly closing: string;
	readonly yes: string;
	readonly no: string;
}

const PHRASES = {
	en: {
		greeting: (name) => `Hello ${name},`,
		greetingWithoutName: "Hello,",
		opening: "Thank you for your message. This should help:",
		source: "Source:",
		closing: "Kind regards",
		yes: "Yes.",
		no: "No.",
	},
	de: {
		greeting: (name) => `Guten Tag ${name},`,
		greetingWithoutName: "Guten Tag,",
		opening: "vielen Dank für Ihre Nachricht. Das sollte helfen:",
		source: "Quelle:",
		closing: "Freundliche Grüße",
		yes: "Ja.",
		no: "Nein.",
	},
	fr: {
		greeting: (name) => `Bonjour ${name},`,
		greetingWithoutName: "Bonjour,",
		opening: "Merci pour votre message. Voici ce qui devrait vous aider :",
		source: "Source :",
		closing: "Cordialement",
		yes: "Oui.",
		no: "Non.",
	},
	es: {
		greeting: (name) => `Hola, ${name}:`,
		greetingWithoutName: "Hola:",
		opening: "Gracias por su mensaje. Esto debería ayudarle:",
		source: "Fuente:",
		closing: "Un cordial saludo",
		yes: "Sí.",
		no: "No.",
	},
	it: {
		greeting: (name) => `Buongiorno ${name},`,
		greetingWithoutName: "Buongiorno,",
		opening: "grazie per il suo messaggio. Questo dovrebbe aiutarla:",
		source: "Fonte:",
		closing: "Cordiali saluti",
		yes: "Sì.",
		no: "No.",
	},
	pt: {
		greeting: (name) => `Olá, ${name},`,
		greetingWithoutName: "Olá,",
		opening: "Obrigado pela sua mensagem. Isto deverá ajudar:",
		source: "Fonte:",
		closing: "Com os melhores cumprimentos",
		yes: "Sim.",
		no: "Não.",
	},
	nl: {
		greeting: (name) => `Beste ${name},`,
		greetingWithoutName: "Goedendag,",
		opening: "Bedankt voor uw bericht. Dit zou u moeten helpen:",
		source: "Bron:",
		closing: "Met vriendelijke groet",
		yes: "Ja.",
		no: "Nee.",
	},
	pl: {
		// Polish names change their form in an address; the greeting does without.
		greeting: () => "Dzień dobry,",
		greetingWithoutName: "Dzień dobry,",
		opening: "dziękujemy za wiadomość. To powinno pomóc:",
		source: "Źródło:",
		closing: "Z poważaniem",
		yes: "Tak.",
		no: "Nie.",
	},
	ja: {
		greeting: (name) => `${name} 様`,
		greetingWithoutName: "お客様",
		opening: "お問い合わせいただきありがとうございます。以下をご確認ください。",
		source: "参照：",
		closing: "よろしくお願いいたします。",
		yes: "はい。",
		no: "いいえ。",
	},
	zh: {
		greeting: (name) => `${name}，您好：`,
		greetingWithoutName: "您好：",
		opening: "感谢您的来信。以下内容应该对您有帮助：",
		source: "来源：",
		closing: "此致敬礼",
		yes: "是的。",
		no: "不是。",
	},
} as const satisfies Record<string, FramePhrases>;

/** The phrases of a language; the English ones where we have no others. */
export function phrasesOf(language: string | undefined): FramePhrases {
	return isFramed(language) ? PHRASES[language] : PHRASES.en;
}

function isFramed(language: string | undefined): language is FrameLanguage {
	return language !== undefined && Object.hasOwn(PHRASES, language);
}
