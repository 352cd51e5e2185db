import { expect, it } from "vitest";
import { decodeFiles } from "./decode-files.ts";

it("decodes the files of a message in place", () => {
	const text = "A file with ÄÖÜ";
	const body = {
		body: "YWJj",
		attachments: [
			{ filename: "a", data: Buffer.from(text).toString("base64") },
			{ filename: "b", data: "" },
		],
	};
	const memory = decodeFiles(body);
	const [first, second] = body.attachments.map(
		({ data }) => data as unknown as Uint8Array<ArrayBuffer>,
	);
	expect(Buffer.from(first!).toString()).toBe(text);
	expect(second).toEqual(new Uint8Array());
	expect(memory).toEqual([first!.buffer, second!.buffer]);
	expect(body.body).toBe("YWJj");
});

it.each([
	["not base64", { attachments: [{ data: "a b=" }] }],
	["base64 with unused bits", { attachments: [{ data: "YR==" }] }],
	["base64 without padding", { attachments: [{ data: "YQ" }] }],
	["a number", { attachments: [{ data: 5 }] }],
	["null", { attachments: [null] }],
	["no list", { attachments: { data: "YQ==" } }],
	["no object", "YQ=="],
	["nothing", null],
])("leaves %s as it is, for the validation", (_what, body) => {
	const before = structuredClone(body);
	expect(decodeFiles(body)).toEqual([]);
	expect(body).toEqual(before);
});
