// What mails are made of beside their matter: greetings, closings, courtesies, quoted history. Each line or sentence is
// compared in lower case and without accents.

/** A header of the mail that was pasted or forwarded with it. */
export const HEADER =
	/^[>*\s]*(?:from|sent|to|cc|bcc|date|reply-to|von|gesendet|an|datum|de|envoye|a|objet|para|enviado|fecha)\*?\s?:\s/;

/** The subject, behind any "Re:" and "Fwd:". */
export const SUBJECT =
	/^[*\s]*(?:subject|betreff|objet|asunto|onderwerp|oggetto|assunto)\*?\s?:\s*/;
export const REPLY_MARK = /^(?:(?:re|fwd?|aw|wg|tr|rv|sv|vs|antw)\s?:\s*)+/i;

/** The line before a quoted mail: everything from it on is history. */
export const HISTORY = new RegExp(
	[
		"^[-_ ]{3,}(?:original|forwarded|ursprungliche|weitergeleitete|message d'origine|mensaje original|begin forwarded)",
		"^begin forwarded message",
		"^(?:on|am|le|el|op|il|em|den)\\b.{6,120}\\b(?:wrote|schrieb.{0,60}|a ecrit|escribio|schreef|ha scritto|escreveu|skrev)\\s?:$",
		"^.{3,80}\\b(?:wrote|schrieb|a ecrit|escribio)\\s?:$",
	].join("|"),
);

export const QUOTED_LINE = /^\s*>/;

/** What stands between a mail and its signature. */
export const RULE = /^(?:--|—|–|-\s-|[-_=*]{3,})\s*$/;

/** A short line that closes a mail: what follows is a name and an address. */
export const CLOSING = new RegExp(
	"^(?:(?:with |many |very |my |our |all (?:the |my )?)?(?:(?:kind|kindest|best|warm|warmest|friendly|curious|good)(?:est)? )?(?:regards|greetings|wishes|best)\\b" +
		"|(?:yours|sincerely|respectfully|faithfully|truly|cordially|cheers|thx|ty|love|br|rgds|kr|best)\\b" +
		"|(?:many |big |a thousand )?(?:thanks|thank you)\\b" +
		"|(?:mit )?(?:freundlich|beste|viele|liebe|herzlich|schone)\\w* gru(?:ß|e?ss)\\w*|gru(?:ß|ss)|mfg|vg|lg|danke|vielen dank" +
		"|cordialement|bien a vous|merci|salutations|un saludo|saludos|atentamente|gracias|cordiali saluti|mvh|hilsen|groet)",
);
export const CLOSING_WORDS_MAX = 8;

/** Lines that programs add. */
export const ADDED_LINE = new RegExp(
	[
		"^sent (?:from|via|with) (?:my|the|outlook|mail|yahoo|proton)",
		"^get outlook for",
		"^von meinem .{2,40} gesendet",
		"^envoye de mon|^enviado desde mi|^sendt fra min|^skickat fran min|^inviato da|^verstuurd vanaf",
		"confidential|intended (?:solely|only|recipient)|scanned for viruses|consider the environment|unsubscribe here",
	].join("|"),
);

const READERS =
	"there|all|again|dear|sir|madam|or|and|team|support|guys|folks|friends|everyone|everybody|zusammen|nochmal|ihr|lieben|leute|herr|frau|tous|toutes|madame|monsieur|a|todos|equipo|senor|senora|tutti|equipe|allemaal";

/**
 * Words with which a mail addresses its readers. Where no mark is behind them and more follows than readers, as in "hi how
 * long is the warranty", they are the first word alone.
 */
export const GREETING = new RegExp(
	"^(?:(?:dear|liebe[rs]?|sehr geehrte[rs]?|to whom it may concern|sir or madam)\\b[^.?!,;:]{0,50}(?:[,.!:;]+|$)" +
		"|(?:hi|hello|hey|hallo|moin|hola|bonjour|hei|hej|ciao|salut|greetings|good (?:morning|day|afternoon|evening)|guten (?:tag|morgen|abend))" +
		`(?:\\b[^.?!,;:]{0,50}[,.!:;]+|(?: (?:${READERS}))*(?: [^\\s.?!,;:]+)?$| ))+\\s*`,
);

/** The first line of a letter, above an empty one. */
export const ADDRESSEE = /^(?:to|attn\.?|attention):?(?: the)? \S+(?: \S+)?$/;

/** A name, or a letter of it, below a mail. */
export const NAME = /^\p{L}{1,12}$/u;

/** Sentences that are courtesy and nothing else. */
export const COURTESY = new RegExp(
	[
		"^(?:i |we )?(?:really |just )?hope (?:you|this|that|all|your|everything|to hear)",
		"^(?:hope|trust) (?:you|this|all|everything)",
		"^how (?:are you|is it going|was your)",
		"^(?:first of all,? )?(?:congratulations|thanks?\\b|thank you|many thanks|thx|cheers)",
		"^(?:any (?:help|advice|ideas?|hints?)|your help|help|please help|a quick (?:reply|answer)|quick help)\\b.{0,60}$",
		"^(?:can|could|would) (?:you|someone|anyone|somebody) (?:please |kindly )?(?:help|assist|advise)(?: (?:me|us))?(?: with (?:this|that))?(?: please)?$",
		"^(?:please )?(?:let me know|get back to me|advise|help)(?: (?:please|soon|asap|urgently))?$",
		"^(?:i |we )?(?:look(?:ing)? forward|(?:would|will) (?:be (?:very |really |most )?)?(?:appreciate|grateful|thankful|glad|happy))",
		"^(?:i am |i'm |we are |we're )?(?:so |very |really |terribly )?(?:sorry (?:to|for) (?:bother|disturb|trouble|the (?:bother|trouble|late)))",
		"^(?:have a|enjoy (?:your|the)|wishing you|all the best|best wishes|take care|greetings|love the|it was (?:always )?a pleasure)",
		"^(?:quick|just a|one|another|a) (?:quick |short |small )?question\\b.{0,20}$",
		"^(?:my name is|this is|i am writing|i'm writing|i write) .{0,40}$",
		"^(?:please|thanks?|thank you|hi|hello|hey|ok|okay|yes|no)$",
	].join("|"),
);

/** Questions that do not say what they are about. */
export const OPEN_QUESTION = new RegExp(
	[
		"^(?:please )?(?:can|could|would|will) (?:you|someone|anyone|somebody) (?:please |kindly |perhaps )?(?:help|assist|advise|explain)(?: (?:me|us))?(?: (?:with|out with) (?:this|that|it))?(?:,? please)?$",
		"^(?:and |so )?(?:what|how) (?:now|(?:can|could|should|must|shall|do|does) (?:i|we|one)(?: have to| need to)?(?: do| proceed| go on)?(?: now| next| (?:about|with|against) (?:this|that|it))?)$",
		"^(?:and |so )?how (?:can|could|do|should) (?:i|we) (?:fix|solve|repair|resolve|change|stop) (?:this|that|it|them)$",
		"^(?:please (?:help|explain|advise)|why|what(?:'s| is) (?:wrong|going on|happening|the (?:reason|problem|cause))|what are they|what is (?:it|that|this)|any (?:ideas?|advice|hints?|suggestions?)|is (?:that|this) normal|do you (?:know|have)(?: any)? (?:why|what to do|advice|an idea|ideas)|please have a look|what does (?:that|this|it) mean)$",
	].join("|"),
);

/** Words by which a sentence asks, or says that something is wrong. */
export const ASKS = new RegExp(
	[
		"\\?\\s*$",
		"^(?:how|what|where|when|why|who|which|whose|can|could|may|is|are|am|do|does|did|will|would|should|has|have|was|were)\\b",
		"\\b(?:tell me|explain|let me know|how to|how do|how can|what (?:is|are|do|can|should)|where (?:is|can|do)|whether|is it possible|i (?:want|need|would like|wish)|we (?:want|need|would like|wish)|i'd like|we'd like|i request|request|please)\\b",
	].join("|"),
);
export const COMPLAINS =
	/(?<!\b(?:wife|husband|friend|colleague|neighbour|boss|he|she) )\bsays\b|\b(?:however|suddenly|declined|expired|gone|not|no|never|cannot|cant|can't|won't|wont|don't|doesn't|doesnt|didn't|isn't|unable|fails?|failed|failing|failure|error|errors|wrong|broken|broke|problem|issue|issues|missing|lost|stolen|forgot|forgotten|stuck|stops?|stopped|crash\w*|blocked|rejected|refused|denied|invalid|slow|slower|(?:higher|lower|longer|later|worse|more|less|fewer) than|damaged|torn|leak\w*|locked|shows?|message|unfortunately|exception|warning|defect\w*|faulty|instead|without|blank|empty|full)\b/;
