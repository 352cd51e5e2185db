/** What programs write between dashes above a mail that is answered. */
const ORIGINAL = [
	...["original message", "original appointment", "reply message"],
	...["originalnachricht", "ursprüngliche nachricht", "ursprünglicher termin"],
	...["antwort nachricht", "message d'origine", "message d’origine"],
	...["message original", "mensaje original", "messaggio originale"],
	...["messaggio original", "mensagem original", "oorspronkelijk bericht"],
	...["origineel bericht", "oorspronkelijke bericht", "wiadomość oryginalna"],
	...["oryginalna wiadomość", "ursprungligt meddelande", "originalmeddelande"],
	...["oprindelig meddelelse", "original meddelelse", "opprinnelig melding"],
	...["alkuperäinen viesti", "původní zpráva", "исходное сообщение"],
	...["оригинал письма", "orijinal mesaj", "özgün ileti", "eredeti üzenet"],
	...[
		"mesaj original",
		"元のメッセージ",
		"原始邮件",
		"原始郵件",
		"원본 메시지",
	],
];

/** The same above one that is forwarded. */
const FORWARDED = [
	...["forwarded message", "weitergeleitete nachricht"],
	...["message transféré", "message transmis", "mensaje reenviado"],
	...["messaggio inoltrato", "mensagem encaminhada", "mensagem reencaminhada"],
	...["doorgestuurd bericht", "wiadomość przekazana", "przekazana wiadomość"],
	...["vidarebefordrat meddelande", "vidarebefordrat mejl"],
	...["videresendt meddelelse", "videresendt besked", "videresendt melding"],
	...["välitetty viesti", "přeposlaná zpráva", "пересылаемое сообщение"],
	...["пересылаемое письмо", "перенаправленное сообщение"],
	...["iletilen mesaj", "yönlendirilmiş ileti", "továbbított üzenet"],
	...[
		"転送メッセージ",
		"转发的邮件",
		"转发邮件",
		"轉寄的郵件",
		"전달된 메시지",
	],
];

/** Apple Mail writes them as a sentence. */
const BEGINS = [
	...["begin forwarded message", "anfang der weitergeleiteten nachricht"],
	...["début du message réexpédié", "début du message transféré"],
	...["inicio del mensaje reenviado", "inizio messaggio inoltrato"],
	...["início da mensagem reencaminhada", "begin doorgestuurd bericht"],
	...["początek przekazywanej wiadomości", "vidarebefordrat mejl"],
	...["start på videresendt besked", "begynnelse på videresendt melding"],
	...["alkaa välitetty viesti", "начало переадресованного сообщения"],
	...["転送されたメッセージ", "下面是被转发的邮件", "開始轉寄郵件"],
];

const LENGTH_MAX = 120;
const BETWEEN_DASHES = /^[-_=]{2,}\s*([^-_=].*?)\s*[-_=]{2,}$/;
const ORIGINALS = new Set(ORIGINAL);
const FORWARDS = new Set(FORWARDED);
const BEGINNINGS = new Set(BEGINS);

/** Whether a line says that the mail which is answered or forwarded follows. */
export function isSeparator(content: string): boolean {
	if (content.length > LENGTH_MAX) return false;
	const words = BETWEEN_DASHES.exec(content)?.[1]?.toLowerCase();
	if (words !== undefined) return ORIGINALS.has(words) || FORWARDS.has(words);
	return BEGINNINGS.has(content.toLowerCase().replace(/\s*[:：]$/, ""));
}

/** Whether a line has words between dashes, in a language that is not listed perhaps. */
export function isBetweenDashes(content: string): boolean {
	return content.length <= LENGTH_MAX && BETWEEN_DASHES.test(content);
}
