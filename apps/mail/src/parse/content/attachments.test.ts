import { expect, it } from "vitest";
import { safeFilename } from "./attachments.ts";

it.each([
	["bill.pdf", "bill.pdf"],
	["../../etc/passwd", "passwd"],
	["C:\\Users\\pat\\bill.pdf", "bill.pdf"],
	["a\r\nContent-Type: text/html.pdf", "html.pdf"],
	["bill\u202efdp.exe", "billfdp.exe"],
	["..", ""],
	["   ", ""],
	[null, ""],
	[`${"ü".repeat(300)}.pdf`, `${"ü".repeat(98)}.pdf`],
])("names the file %j safely", (declared, expected) => {
	expect(safeFilename(declared)).toBe(expected);
});
