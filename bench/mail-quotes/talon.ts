import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PARSE_LIMITS } from "@supportdesk/mail/parse/limits.ts";
import { splitMime } from "@supportdesk/mail/parse/mime/split-mime.ts";
import { readPythonText } from "./python-strings.ts";
import type { QuoteCase } from "./quote-case.ts";

// What the tests of talon's fixture files expect, and of its standard replies where no file says otherwise.
const HTML_REPLY = "Hi. I am fine.\n\nThanks,\nAlex";
const STANDARD_REPLY = "Hello";
// Tests with a patch change what talon may read.
const FUNCTION = /^((?:@patch.*\n)?def \w+)\(.*\):\n/m;
const STATEMENT =
	/^ +(?:(\w+) = (?=["'uUrR])|eq_\(\s*(RE_WHITESPACE\.sub\('', *)?)/gm;
const CALL =
	/,\s*(?:RE_WHITESPACE\.sub\(\s*'',\s*)?quotations\.extract_from_(plain|html)\(\s*/y;
const ORIGINAL_MESSAGE = /_check_pattern_original_message\(u?'([^']+)'\)/g;

/** The cases of talon's tests: the strings that its test functions compare, and its fixture files. */
export async function talonCases(folder: string): Promise<QuoteCase[]> {
	const tests = join(folder, "tests");
	const source = (name: string) => readFileSync(join(tests, name), "utf8");
	return [
		...casesOf(source("text_quotations_test.py")),
		...casesOf(source("html_quotations_test.py")),
		...htmlReplies(join(tests, "fixtures/html_replies")),
		...(await standardReplies(join(tests, "fixtures/standard_replies"))),
	];
}

function casesOf(source: string): QuoteCase[] {
	const parts = source.split(FUNCTION);
	const cases: QuoteCase[] = [];
	for (let i = 1; i < parts.length; i += 2) {
		const name = parts[i]!.replace("def ", "");
		if (!name.startsWith("test_")) continue;
		cases.push(...casesOfFunction(name, parts[i + 1]!));
	}
	for (const [, words] of source.matchAll(ORIGINAL_MESSAGE)) {
		const mail = `Test reply\n\n-----${words}-----\n\nTest`;
		cases.push({
			name: `original message: ${words}`,
			format: "text",
			mail,
			expected: "Test reply",
		});
	}
	return cases;
}

function casesOfFunction(name: string, body: string): QuoteCase[] {
	const variables = new Map<string, string>();
	const cases: QuoteCase[] = [];
	for (const statement of body.matchAll(STATEMENT)) {
		const first = readPythonText(
			body,
			statement.index + statement[0].length,
			variables,
		);
		if (!first) continue;
		if (statement[1]) {
			variables.set(statement[1], first.text);
			continue;
		}
		const closing = statement[2] ? 1 : 0; // the parenthesis of what the expected text is wrapped in
		CALL.lastIndex = first.end + closing;
		const call = CALL.exec(body);
		const mail = call && readPythonText(body, CALL.lastIndex, variables);
		if (!call || !mail) continue;
		const format = call[1] === "html" ? "html" : "text";
		cases.push({ name, format, mail: mail.text, expected: first.text });
	}
	return cases;
}

function htmlReplies(folder: string): QuoteCase[] {
	return readdirSync(folder).map((name) => ({
		name,
		format: "html",
		mail: readFileSync(join(folder, name), "utf8"),
		expected: HTML_REPLY,
	}));
}

async function standardReplies(folder: string): Promise<QuoteCase[]> {
	const files = readdirSync(folder);
	const mails = files.filter((name) => name.endsWith(".eml"));
	return Promise.all(
		mails.map(async (name) => {
			const root = await splitMime(
				readFileSync(join(folder, name)),
				PARSE_LIMITS,
			);
			const parts = [
				root,
				...root.children,
				...root.children.flatMap((it) => it.children),
			];
			const part = parts.find(
				(it) => it.contentType === "text/plain" && it.data.length > 0,
			);
			const reply = name.replace(".eml", "_reply_text");
			const expected = files.includes(reply)
				? readFileSync(join(folder, reply), "utf8").trim()
				: STANDARD_REPLY;
			return {
				name,
				format: "text" as const,
				mail: part?.data.toString() ?? "",
				expected,
			};
		}),
	);
}
