/** What mobile programs add below a mail, in the languages that they are used in. */
const DEVICES =
	"(?:my |a |the )?(?:[\\p{L}0-9®™'’&+.-]+ ){0,3}?(?:i-?phone|i-?pad|i-?pod|apple|samsung|galaxy|android|black-?berry|huawei|nokia|htc|xperia|pixel|xiaomi|redmi|oneplus|windows|smart-?phone|mobile|phone|tablet|handy|handheld|outlook|gmail|yahoo|aol|proton ?mail|mail|mailbox|mailspring|airmail|spark|gmx|web\\.de|posteo|tutanota|acompli|device)";

const SENTENCES = [
	`(?:sent|écrit|send) (?:wirelessly )?(?:from|via|with|using|on) ${DEVICES}.*`,
	`get outlook for (?:ios|android|mac|windows).*`,
	`get the .{1,40} (?:app|android app)`,
	`sent (?:from|with) .{1,30} (?:secure|encrypted) (?:email|mail)\\.?`,
	// German
	`(?:von meinem|von meiner) .{1,60} gesendet`,
	`(?:gesendet|verschickt|gesandt) (?:von|mit|über|via|aus)(?: meinem| der| mobil)? .{1,80}`,
	`(?:diese nachricht wurde )?(?:von|mit) (?:meinem|der) .{1,60} (?:gesendet|verschickt)\\.?`,
	`outlook für (?:ios|android|mac) (?:beziehen|herunterladen)`,
	// French
	`envoyé(?: à partir)? (?:de|depuis|avec|par|sans fil)(?: mon| ma| l['’])? ?.{1,80}`,
	`télécharger outlook pour (?:ios|android)`,
	`obtenez outlook pour (?:ios|android)`,
	// Spanish, Portuguese
	`enviado (?:desde|con|de|do|a partir do|pelo|com|via)(?: mi| meu| el| o)? .{1,80}`,
	`(?:obtener|obtén) outlook para (?:ios|android)`,
	`(?:obter|baixar) (?:o )?outlook para (?:ios|android)`,
	// Italian
	`inviato (?:da|dal|con)(?: il)?(?: mio)? .{1,80}`,
	`(?:scarica|ottieni) outlook per (?:ios|android)`,
	// Dutch
	`(?:verstuurd|verzonden) (?:vanaf|vanuit|met|via)(?: mijn)? .{1,80}`,
	`outlook voor (?:ios|android) downloaden`,
	// Polish, Czech
	`wysłan[eoy] z .{1,80}`,
	`pobierz aplikację outlook .{1,40}`,
	`odesláno z(?:e)? .{1,80}`,
	// Swedish, Danish, Norwegian, Finnish
	`skickat från (?:min )?.{1,80}`,
	`sendt fra (?:min )?.{1,80}`,
	`lähetetty .{1,60}(?:sta|stä|lta|ltä)\\b.{0,20}`,
	`(?:hämta|hent|skaffa) outlook (?:för|til|for) (?:ios|android)`,
	// Russian, Ukrainian
	`отправлено (?:с|из|с помощью) .{1,80}`,
	`надіслано (?:з|із) .{1,80}`,
	// Turkish
	`.{1,40}(?:['’]?(?:dan|den|tan|ten|umdan|imden)) gönderildi`,
	// Chinese, Japanese, Korean
	`(?:发自|發自|从|從)(?:我的)? ?.{1,60}`,
	`.{1,40}から送信`,
	`.{1,40}에서 보냄`,
];

const DEVICE =
	/i-?phone|i-?pad|i-?pod|apple|samsung|galaxy|android|black-?berry|huawei|nokia|htc|xperia|pixel|xiaomi|redmi|windows|smart-?phone|smarttelefon|mobile?\b|mobil|móvil|celular|telefon|téléphone|telefono|telemóvel|phone|tablet|handy|outlook|gmail|yahoo|aol|proton|mail|gmx|web\.de|gerät|приложени|mailbox/iu;
const SENTENCE = new RegExp(`^(?:${SENTENCES.join("|")})[.!]?$`, "iu");
const LENGTH_MAX = 150;
const WORDS_MAX = 14;
const ADDRESS_OF_LINK = /\s*[<([]?https?:\/\/[^\s<>]{1,200}[>)\]]?/g;

/** Whether a line is `Sent from my …` or the like, and not a sentence that starts with these words. */
export function isSentFrom(content: string): boolean {
	if (content.length > LENGTH_MAX * 2) return false;
	const text = content.replace(ADDRESS_OF_LINK, "").replace(/^[*_]|[*_]$/g, "");
	return (
		text.length <= LENGTH_MAX &&
		text.split(/\s+/).length <= WORDS_MAX &&
		DEVICE.test(text) &&
		SENTENCE.test(text) &&
		!/[,;?] /.test(text)
	);
}
