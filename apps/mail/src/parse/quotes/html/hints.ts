import type { LineHint } from "../line.ts";
import type { Element } from "./dom.ts";

/** What an element of a known program says about its content, or about all that follows. */
export interface ElementHint {
	/** Of its own lines. */
	readonly inside?: LineHint;
	/** Its lines and all after it quote the mail that is answered. */
	readonly startsQuote?: boolean;
	/** Whether it quotes. */
	readonly cites?: boolean;
	/** Whether it does so without a sign of a program: a person may have made it. */
	readonly unmarked?: boolean;
}

const NONE: ElementHint = {};
const ATTRIBUTION: ElementHint = { inside: "attribution" };
const CITES: ElementHint = { cites: true };
const CITES_UNMARKED: ElementHint = { cites: true, unmarked: true };
const REST: ElementHint = { startsQuote: true };
const SIGNATURE: ElementHint = { inside: "signature" };

// Programs prefix the classes and ids of a mail that they quote, `x_divRplyFwdMsg`.
const BY_ID: Readonly<Record<string, ElementHint>> = {
	// Outlook
	divrplyfwdmsg: REST,
	appendonsend: REST,
	"mail-editor-reference-message-container": REST,
	olk_src_body_section: REST,
	stopspelling: REST,
	signature: SIGNATURE,
	"ms-outlook-mobile-signature": SIGNATURE,
	// Apple
	applemailsignature: SIGNATURE,
	// Samsung
	composer_signature: SIGNATURE,
	// Yahoo
	ymail_android_signature: SIGNATURE,
	ymail_ios_signature: SIGNATURE,
	// Spark, Newton
	spark_signature: SIGNATURE,
};

const BY_CLASS: Readonly<Record<string, ElementHint>> = {
	gmail_signature: SIGNATURE,
	gmail_signature_prefix: SIGNATURE,
	"moz-signature": SIGNATURE,
	protonmail_signature_block: SIGNATURE,
	bloop_sign: SIGNATURE,
	zmail_signature: SIGNATURE,
	"ms-outlook-mobile-signature": SIGNATURE,
	gmail_attr: ATTRIBUTION,
	"moz-cite-prefix": ATTRIBUTION,
	"moz-forward-container": REST,
	yahoo_quoted: REST,
	tutanota_quote: CITES,
	zmail_extra: REST,
	outlookmessageheader: REST,
};

const YAHOO_SIGNATURE = /^ydp[0-9a-f]+(?:yahoo_)?signature$/i;
const YAHOO_QUOTED = /^ydp[0-9a-f]+yahoo_quoted$/i;
// The line above the header block, whatever its language.
const OUTLOOK_BORDER =
	/border:\s*none;\s*border-top:\s*solid\s+#?(?:E1E1E1|B5C4DF|b5c4df|e1e1e1|windowtext)\s+1\.0pt/i;
const NO_BORDER = /border(?:-width)?:\s*(?:none|0)/i;
const BORDER_LEFT = /border-left:?[^;]*solid/i;
const QUOTE_CLASS = /(?:^|[\s_])(?:gmail_quote|quote|protonmail_quote)/i;

export function hintOf({ name, attributes }: Element): ElementHint {
	const { id = "", class: classes = "", style = "", name: label } = attributes;
	if (label === "messageSignatureSection") return SIGNATURE; // Spark
	const known = BY_ID[id.toLowerCase().replace(/^x_+/, "")] ?? byClass(classes);
	if (known) return known;
	if (name === "blockquote") return blockquoteHint(attributes);
	return name === "div" && OUTLOOK_BORDER.test(style) ? REST : NONE;
}

/** Programs also indent with `blockquote`, and say then that it has no border. */
function blockquoteHint({
	type = "",
	class: classes = "",
	style = "",
	cite,
}: Element["attributes"]): ElementHint {
	if (type.toLowerCase() === "cite" || cite !== undefined) return CITES;
	if (QUOTE_CLASS.test(classes) || BORDER_LEFT.test(style)) return CITES;
	return NO_BORDER.test(style) ? NONE : CITES_UNMARKED;
}

function byClass(classes: string): ElementHint | undefined {
	for (const name of classes.split(/\s+/)) {
		const known = BY_CLASS[name.toLowerCase().replace(/^x_+/, "")];
		if (known) return known;
		if (YAHOO_SIGNATURE.test(name)) return SIGNATURE;
		if (YAHOO_QUOTED.test(name)) return REST;
	}
	return undefined;
}
