import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { acceptedEncoding } from "./accepted-encoding.ts";

it.each([
	[[], undefined],
	[["gzip, deflate, br"], "br"],
	[["gzip", "br"], "br"],
	[["GZIP"], "gzip"],
	[["br;q=0, gzip;q=0.5"], "gzip"],
	[["br; q=0.000, *"], "gzip"],
	[["*;q=0"], undefined],
	[["identity"], undefined],
	[["gzipped, brr"], undefined],
	[["gzip;q=0.001"], "gzip"],
	[[";;,=,q=0"], undefined],
])("of %j chooses %s", (values, encoding) => {
	const rawHeaders = values.flatMap((value) => ["Accept-Encoding", value]);
	const req = { rawHeaders } as IncomingMessage;
	expect(acceptedEncoding(req, ["br", "gzip"])).toBe(encoding);
});
