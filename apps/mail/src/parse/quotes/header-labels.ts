export type HeaderKind = "from" | "date" | "sent" | "to" | "cc" | "subject";

/**
 * The labels of the header lines above a mail that is answered or forwarded, in English, German, French, Spanish, Italian,
 * Portuguese, Dutch, Polish, Swedish, Danish, Norwegian, Finnish, Czech, Russian, Turkish, Hungarian, Romanian, Japanese,
 * Chinese and Korean.
 */
const LABELS: Readonly<Record<HeaderKind, string>> = {
	from: "from|von|de|da|van|od|från|fra|lähettäjä|от|от кого|kimden|gönderen|feladó|de la|expéditeur|remitente|mittente|remetente|afzender|absender|nadawca|avsändare|afsender|avsender|odesílatel|отправитель|差出人|送信元|发件人|寄件者|寄件人|보낸 사람|보낸사람|reply-to|antwort an",
	date: "date|datum|fecha|data|dato|päivämäärä|päiväys|дата|tarih|dátum|日付|日時|日期|날짜",
	/** No person writes these above a journey's dates. */
	sent: "sent|sent on|gesendet|gesendet am|envoyé|envoyé le|enviado|enviado el|enviado em|enviada em|inviato|data invio|verzonden|verzonden op|wysłano|data wysłania|wysłane|skickat|skickad|sendt|lähetetty|odesláno|отправлено|gönderme tarihi|gönderildi|elküldve|küldve|trimis|送信日時|发送时间|发送日期|寄件日期|傳送時間|보낸 날짜|보낸날짜",
	to: "to|an|à|pour|destinataire|para|a|aan|do|till|til|vastaanottaja|komu|кому|получатель|kime|alıcı|címzett|către|catre|empfänger|destinatario|destinatário|宛先|收件人|收件者|받는 사람|받는사람",
	cc: "cc|kopie|copie|copie à|copia|kopia|kopi|kopio|копия|bilgi|másolatot kap|ccn|bcc|抄送|副本|참조",
	subject:
		"subject|betreff|objet|asunto|oggetto|assunto|onderwerp|temat|ämne|emne|aihe|předmět|тема|konu|tárgy|subiect|件名|主题|主旨|标题|제목",
};

const KINDS: ReadonlyMap<string, HeaderKind> = new Map(
	(Object.keys(LABELS) as HeaderKind[]).flatMap((kind) =>
		LABELS[kind].split("|").map((label) => [label, kind] as const),
	),
);

const LABELLED =
	/^[*_\s]{0,4}([\p{L}][\p{L} -]{0,24}?)[\s\u00a0*_]{0,3}[:：][*_]{0,2}(.*)$/u;

/** A line such as `From: …`, bold perhaps. */
export function readLabel(
	content: string,
): { kind: HeaderKind; value: string } | undefined {
	const match = LABELLED.exec(content);
	const kind = match && KINDS.get(match[1]!.toLowerCase());
	return kind ? { kind, value: match[2]!.trim() } : undefined;
}
