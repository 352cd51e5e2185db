import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { QuoteCase } from "./quote-case.ts";

/**
 * The lines of each fixture that its sender wrote, as our reading of them and of the project's own tests, which compare
 * the beginnings of fragments. Its signatures are no body here either.
 */
const OWN_LINES: Readonly<Record<string, readonly [number, number][]>> = {
	"correct_sig.txt": [[1, 1]],
	"email_1_1.txt": [[1, 5]],
	"email_1_2.txt": [
		[1, 1],
		[9, 34],
	],
	"email_1_3.txt": [[1, 3]],
	"email_1_4.txt": [[1, 1]],
	"email_1_5.txt": [[1, 15]],
	"email_1_6.txt": [[1, 1]],
	"email_1_7.txt": [[1, 1]],
	"email_1_8.txt": [
		[13, 13],
		[19, 19],
	],
	"email_2_1.txt": [[1, 1]],
	"email_2_2.txt": [[1, 1]],
	"email_2_3.txt": [[1, 1]],
	"email_BlackBerry.txt": [[1, 1]],
	"email_bullets.txt": [[1, 9]],
	"email_iPhone.txt": [[1, 1]],
	"email_long_quote.txt": [],
	"email_multi_word_sent_from_my_mobile_device.txt": [[1, 1]],
	"email_one_is_not_on.txt": [[1, 5]],
	"email_sent_from_my_not_signature.txt": [[1, 3]],
	"email_sig_delimiter_in_middle_of_line.txt": [[1, 7]],
	"greedy_on.txt": [[1, 6]],
	"pathological.txt": [[1, 2]],
};

/** The fixtures of github/email_reply_parser. */
export function replyParserCases(folder: string): QuoteCase[] {
	const emails = join(folder, "test/emails");
	return readdirSync(emails)
		.sort()
		.flatMap((name) => {
			const ranges = OWN_LINES[name] ?? [];
			if (ranges.length === 0) return []; // a test of speed
			const mail = readFileSync(join(emails, name), "utf8");
			const lines = mail.replaceAll("\r\n", "\n").split("\n");
			const own = ranges.flatMap(([from, to]) => lines.slice(from - 1, to));
			return [
				{ name, format: "text" as const, mail, expected: own.join("\n") },
			];
		});
}
