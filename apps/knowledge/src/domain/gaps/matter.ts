/**
 * Words that say nothing about the matter: greetings, thanks, and the subjects of those who name none, "Question",
 * "Help please". A line or sentence of such words alone has no matter.
 */
const COURTESY = new Set(
	`hello hi hey dear sir madam team support service customer desk all everyone everybody guys folks there good morning
	afternoon evening day nice great have a an the my your our very much so many lot lots thanks thank you thx cheers in
	advance for help assistance time reply answer response understanding attention kind best warm regards greetings sincerely
	yours truly faithfully respectfully question questions query enquiry inquiry request ticket issue issues problem problems
	urgent important information info message mail email subject re fwd fw aw wg please pls kindly i we am is need want
	would like to ask some general quick short small simple one another just new hope well are doing week weekend and or of
	me can could with it anyone here contact
	hallo guten tag morgen abend sehr geehrte geehrter damen herren liebe lieber danke vielen dank bitte frage fragen hilfe
	problem anfrage anliegen dringend wichtig mit freundlichen grüßen viele schöne grüße im voraus für ihre eure hilfe ich
	habe eine brauche
	bonjour bonsoir madame monsieur merci beaucoup d avance pour votre aide question demande aide problème cordialement
	salutations bien à vous j ai une besoin s il vous plaît svp
	hola buenos días buenas tardes noches gracias muchas por su ayuda de antemano pregunta consulta ayuda problema saludos un
	cordial saludo estimados estimado favor tengo necesito
	buongiorno buonasera salve ciao grazie mille per il vostro aiuto in anticipo domanda richiesta aiuto problema cordiali
	saluti distinti gentili gentile ho una bisogno
	olá oi bom dia boa tarde noite obrigado obrigada pela pelo ajuda desde já pergunta dúvida problema pedido atenciosamente
	cumprimentos tenho uma preciso
	hoi goedemorgen goedemiddag goedenavond beste geachte heer mevrouw bedankt dank alvast voor uw jullie hulp vraag probleem
	met vriendelijke groet groeten ik heb een
	cześć witam dzień dobry dziękuję z góry za pomoc pytanie prośba problem pozdrawiam pozdrowienia mam proszę
	こんにちは 質問 お問い合わせ 問い合わせ よろしくお願いします ありがとうございます 助けてください
	你好 您好 问题 咨询 请问 谢谢 帮助 求助`
		.split(/\s+/)
		.map((word) => word.normalize("NFKC")),
);
/** Thanks for what was done: without a question or a "but", nothing is asked. */
const THANKS =
	/^(?:(?:hi|hello|hey|dear \w+)[,! ]+)?(?:(?:many |a big )?thank(?:s| you)\b|thx\b|cheers\b|vielen dank|danke\b|merci\b|(?:muchas )?gracias\b|grazie\b|obrigad[oa]\b|bedankt\b|dziękuję\b|谢谢|ありがとう)/iu;
const ASKS =
	/[?？¿]|\bbut\b|\bhowever\b|\baber\b|\bmais\b|\bpero\b|\bma\b|\bmaar\b/iu;
const SENTENCE_ENDS = /(?<=[.!?。！？])\s*(?=\S)|\n+/u;
const WORDS = /[\p{L}\p{N}]+/gu;

/**
 * What a text asks about: without lines and sentences that greet, thank, or name no matter. Empty when nothing is asked; a
 * text in which every sentence has a matter stays as it is.
 */
export function matterOf(text: string): string {
	const sentences = text.split(SENTENCE_ENDS);
	const asking = sentences.filter((sentence) => !isCourtesy(sentence));
	if (asking.length === sentences.length) return text;
	return asking
		.map((sentence) => sentence.trim())
		.join("\n")
		.trim();
}

/** What confirms that something works or is understood. */
const CONFIRMATION = new Set(
	`ok okay yes great perfect excellent wonderful awesome super fine works working worked solved fixed resolved sorted now again
	everything that this understood got already
	prima perfekt alles klar gut passt erledigt hat geklappt funktioniert es jetzt wieder nun das ja
	parfait c est bon ça marche fonctionne maintenant oui tout
	vale perfecto genial ya ahora funciona todo bien está sí
	va bene perfetto ottimo adesso ora tutto
	perfeito ótimo agora já tudo bem sim
	oké top gelukt het werkt weer nu
	dobrze świetnie już teraz działa wszystko tak
	了解しました 承知しました 解決しました 好的 可以了 解决了`
		.split(/\s+/)
		.map((word) => word.normalize("NFKC")),
);

/** Whether a message in a conversation only greets, thanks or confirms. */
export function asksNothing(message: string): boolean {
	return message
		.split(SENTENCE_ENDS)
		.every((sentence) => isCourtesy(sentence) || isConfirmation(sentence));
}

function isConfirmation(sentence: string): boolean {
	return (
		wordsOf(sentence).every(
			(word) => COURTESY.has(word) || CONFIRMATION.has(word),
		) && !ASKS.test(sentence)
	);
}

function isCourtesy(sentence: string): boolean {
	const words = wordsOf(sentence);
	if (words.every((word) => COURTESY.has(word)))
		return words.length > 0 || sentence.trim() === "";
	return THANKS.test(sentence.trim()) && !ASKS.test(sentence);
}

function wordsOf(sentence: string): readonly string[] {
	return sentence.normalize("NFKC").toLowerCase().match(WORDS) ?? [];
}
