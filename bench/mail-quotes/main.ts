// Measures how often what a person wrote is found to the letter: in public sets, which are read from folders, and in the
// mails of this product's tests.
import { existsSync } from "node:fs";
import { QUOTED_MAILS } from "@supportdesk/mail/quoted-mails/all-mails.ts";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { type Miss, misses } from "./measure.ts";
import type { QuoteCase } from "./quote-case.ts";
import { replyParserCases } from "./reply-parser.ts";
import { talonCases } from "./talon.ts";

const values = readCommandLine(
	"bench:mail-quotes -- [--talon FOLDER] [--reply-parser FOLDER] [--misses]",
	{
		talon: { type: "string" },
		"reply-parser": { type: "string" },
		misses: { type: "boolean", default: false },
	},
);

const talon = values.talon && requireFolder(values.talon);
const replyParser =
	values["reply-parser"] && requireFolder(values["reply-parser"]);
const talonSet = talon ? await talonCases(talon) : undefined;

console.log("| set | mails | exact | share |\n|---|---|---|---|");
report(
	"mailgun/talon, text",
	talonSet?.filter((it) => it.format === "text"),
);
report(
	"mailgun/talon, HTML",
	talonSet?.filter((it) => it.format === "html"),
);
report(
	"github/email_reply_parser",
	replyParser ? replyParserCases(replyParser) : undefined,
);
report("own HTML mails, known to the rules", ownMails(false));
report("own HTML mails, held out", ownMails(true));

function ownMails(heldOut: boolean): QuoteCase[] {
	return QUOTED_MAILS.filter((it) => it.heldOut === heldOut).map((it) => ({
		name: it.name,
		format: "html",
		mail: it.html,
		expected: asHtml(it.body),
	}));
}

function asHtml(text: string): string {
	return text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll("\n", "<br>");
}

function report(set: string, cases: readonly QuoteCase[] | undefined): void {
	if (!cases) {
		console.log(`| ${set} | NOT MEASURED: its folder was not given | | |`);
		return;
	}
	const missed = misses(cases);
	const exact = cases.length - missed.length;
	const share = ((100 * exact) / cases.length).toFixed(1);
	console.log(`| ${set} | ${cases.length} | ${exact} | ${share} % |`);
	if (values.misses) for (const miss of missed) printMiss(miss);
}

function printMiss({ name, found, expected }: Miss): void {
	console.error(
		`${name}\n  found:    ${JSON.stringify(found)}\n  expected: ${JSON.stringify(expected)}`,
	);
}

function requireFolder(folder: string): string {
	if (!existsSync(folder)) {
		console.error(`${folder} does not exist: the set in it cannot be measured`);
		process.exit(1);
	}
	return folder;
}
