import type { MailHeaders, MailTraits } from "../parsed-mail.ts";

interface Rule {
	readonly header: string;
	readonly value: RegExp;
	readonly says: "automatic" | "out_of_office" | "report" | "bounce" | "list";
}

const ANY = /./;
const RULES: readonly Rule[] = [
	// RFC 3834
	{ header: "auto-submitted", value: /^\s*(?!no\b)\S/i, says: "automatic" },
	{
		header: "auto-submitted",
		value: /^\s*auto-replied/i,
		says: "out_of_office",
	},
	{
		header: "precedence",
		value: /^\s*(?:bulk|junk|list|auto[_-]reply)/i,
		says: "automatic",
	},
	{ header: "precedence", value: /^\s*auto[_-]reply/i, says: "out_of_office" },
	{ header: "precedence", value: /^\s*list/i, says: "list" },
	// Exchange and what imitates it
	{
		header: "x-auto-response-suppress",
		value: /\b(?:all|oof|autoreply|dr|rn|nrn)\b/i,
		says: "automatic",
	},
	{ header: "x-autoreply", value: /^\s*(?!no\b)\S/i, says: "out_of_office" },
	{ header: "x-autorespond", value: ANY, says: "out_of_office" },
	{ header: "x-autoreply-from", value: ANY, says: "out_of_office" },
	{ header: "x-mail-autoreply", value: ANY, says: "out_of_office" },
	// RFC 2369, RFC 2919
	{ header: "list-id", value: ANY, says: "list" },
	{ header: "list-unsubscribe", value: ANY, says: "list" },
	{ header: "list-post", value: ANY, says: "list" },
	{ header: "mailing-list", value: ANY, says: "list" },
	{ header: "x-failed-recipients", value: ANY, says: "bounce" },
	// Receipts, and complaints that a provider reports
	{
		header: "content-type",
		value: /report-type\s*=\s*"?(?:disposition-notification|feedback-report)/i,
		says: "report",
	},
	{ header: "return-path", value: /^\s*<\s*>/, says: "report" },
	{
		header: "content-type",
		value: /report-type\s*=\s*"?delivery-status/i,
		says: "bounce",
	},
	{
		header: "from",
		value: /\b(?:mailer-daemon|postmaster)@/i,
		says: "report",
	},
];

const AWAY_SUBJECT =
	/^\s*(?:automatic reply|auto(?:matic)?[ -]?(?:reply|response)|out of (?:the )?office|automatische (?:antwort|reaktion)|abwesenheits|automatisch antwoord|afwezig|réponse automatique|absence du bureau|respuesta automática|fuera de la oficina|risposta automatica|fuori (?:sede|ufficio)|resposta automática|fora do escritório|ausência|odpowiedź automatyczna|autosvar|automatiskt svar|automaattinen vastaus|автоматический ответ|автоответ|otomatik yanıt|自動応答|自动答复|自動回覆)/i;

/** What the headers say about the kind of mail. */
export function readTraits({ all, subject }: MailHeaders): MailTraits {
	const matches = RULES.flatMap(({ header, value, says }) =>
		all
			.filter((it) => it.name === header && value.test(it.value))
			.map((it) => ({
				header,
				says,
				reason: `${header}: ${it.value.slice(0, 100)}`,
			})),
	);
	const says = (what: Rule["says"]) => matches.some((it) => it.says === what);
	const isBounce = says("bounce");
	const isAutomatic = matches.length > 0;
	const isOutOfOffice =
		!isBounce &&
		(says("out_of_office") || (isAutomatic && AWAY_SUBJECT.test(subject)));
	// Lists say `Precedence: list` or `bulk`, too.
	const isByListAlone = matches.every(
		(match) => match.says === "list" || match.header === "precedence",
	);
	return {
		isAutomatic,
		isBounce,
		isReport: isBounce || says("report"),
		isMailingList: says("list"),
		isPassedOn: says("list") && isByListAlone && !isOutOfOffice,
		isOutOfOffice,
		reasons: [...new Set(matches.map(({ reason }) => reason))],
	};
}
