import { expect, test } from "vitest";
import { readMailFiles, withImages } from "./mail-files.ts";

test.each([
	["report.pdf", "report.pdf"],
	["../../etc/passwd", "passwd"],
	["a\r\n\u202eb.txt", "ab.txt"],
	["", "attachment"],
	["con", "_con"],
	["..", "attachment"],
	[`${"ü".repeat(200)}.pdf`, `${"ü".repeat(56)}.pdf`],
])("a file named %j is kept as %j", async (given, expected) => {
	const file = {
		contentType: "text/plain",
		contentId: "",
		data: Buffer.from(""),
	};
	const [read] = await readMailFiles([{ ...file, filename: given }]);
	expect(read!.filename).toBe(expected);
});

test("images that the mail brings along show in place, and others stay", () => {
	const html = '<p><img alt="x" src="cid:a%40b" /><img src="cid:c" /></p>';
	expect(withImages(html, new Map([["a@b", "/v1/a"]]))).toBe(
		'<p><img alt="x" src="/v1/a" /><img src="cid:c" /></p>',
	);
});
