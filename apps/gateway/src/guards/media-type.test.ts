import { AppError } from "@supportdesk/errors/app-error.ts";
import { expect, it, test } from "vitest";
import { contentEncodingOf } from "./media-type.ts";

const json = { "content-type": "application/json" };
const unsupported = expect.objectContaining({
	type: "invalid_request",
	code: "unsupported_media_type",
});

test.each([
	"application/json",
	"application/json; charset=utf-8",
	'Application/JSON;charset="UTF-8"',
	"application/json;",
])("takes a body of type %s", (type) => {
	expect(contentEncodingOf({ "content-type": type })).toBe("identity");
});

test.each([
	undefined,
	"",
	"text/plain",
	"multipart/form-data; boundary=x",
	"application/x-www-form-urlencoded",
	"application/json; charset=bogus",
	"application/json; charset=utf-16",
	'application/json; charset="utf-8',
	"application/json; version=1",
	"application/jsonx",
	"application/problem+json",
	"application/json, text/plain",
])("refuses a body of type %j", (type) => {
	expect(() => contentEncodingOf({ "content-type": type })).toThrow(
		unsupported,
	);
});

test.each([
	["gzip", "gzip"],
	[" GZip ", "gzip"],
	["x-gzip", "gzip"],
	["deflate", "deflate"],
	["br", "br"],
	["identity", "identity"],
	["", "identity"],
])("reads Content-Encoding %j as %s", (header, encoding) => {
	expect(contentEncodingOf({ ...json, "content-encoding": header })).toBe(
		encoding,
	);
});

test.each(["zstd", "compress", "gzip, br", "gzip, gzip"])(
	"refuses Content-Encoding %s",
	(header) => {
		expect(() =>
			contentEncodingOf({ ...json, "content-encoding": header }),
		).toThrow(unsupported);
	},
);

test.each(["gzip, chunked", "chunked, chunked"])(
	"refuses Transfer-Encoding %s, which Node does not decode",
	(header) => {
		expect(() =>
			contentEncodingOf({ ...json, "transfer-encoding": header }),
		).toThrow(unsupported);
	},
);

it("accepts a chunked body", () => {
	const headers = { ...json, "transfer-encoding": "Chunked" };
	expect(contentEncodingOf(headers)).toBe("identity");
});

it("throws errors with public messages", () => {
	expect(() => contentEncodingOf({})).toThrow(AppError);
});
