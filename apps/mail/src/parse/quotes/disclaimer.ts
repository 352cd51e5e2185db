const LENGTH_MIN = 120;
const READ_CHARACTERS = 600;
const BEGINS =
	/^(?:\W{0,3})(?:this (?:e-?mail|message|communication)|the (?:information|content)s? (?:contained )?in this|confidentiality notice|disclaimer|diese (?:e-?mail|nachricht)|der inhalt dieser|ce (?:message|courriel|courrier)|este (?:mensaje|correo|e-?mail)|esta mensagem|questo messaggio|questa e-?mail|le informazioni contenute|dit (?:bericht|e-?mail)|deze e-?mail|ta wiadomość|niniejsza wiadomość|detta (?:meddelande|mejl)|denne (?:e-?mail|meddelelse|e-post))/i;
const CONFIDENTIAL =
	/confidential|privileged|vertraulich|confidentiel|confidencial|riservat|confidenzial|vertrouwelijk|poufn|konfidentiel|fortrolig/i;
const RECIPIENT =
	/intended|addressee|recipient|empfänger|adressat|destinat|geadresseerde|ontvanger|adresat|mottagare|modtager|mottaker/i;

/** Whether a paragraph is the notice that companies add to every mail. */
export function isDisclaimer(paragraph: string): boolean {
	const start = paragraph.slice(0, READ_CHARACTERS);
	return (
		paragraph.length >= LENGTH_MIN &&
		BEGINS.test(start) &&
		CONFIDENTIAL.test(start) &&
		RECIPIENT.test(start)
	);
}
