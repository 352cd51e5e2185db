import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { aContext } from "../tests/fakes.ts";
import {
	createContextSigner,
	createContextVerifier,
} from "./signed-context.ts";

const secrets = fc.string({ minLength: 1, maxLength: 200 });
const PATH = "/supportdesk.tickets.v1.TicketsService/GetTicket";

it("signs with HMAC-SHA-256, however long the secret is", () => {
	fc.assert(
		fc.property(secrets, fc.webPath(), (secret, path) => {
			const signed = createContextSigner(secret)(path, aContext());
			const end = signed.lastIndexOf(",");
			const expected = createHmac("sha256", secret)
				.update(`${path}\n${signed.slice(0, end)}`)
				.digest("base64url");
			expect(signed.slice(end + 1)).toBe(expected);
		}),
	);
});

it("reads contexts that it signed, and rejects all others", () => {
	const context = aContext();
	const verify = createContextVerifier("secret");
	const signed = createContextSigner("secret")(PATH, context);
	const { deadline: _, signal: __, ...caller } = context;
	expect(verify(PATH, signed, Date.now())).toEqual(caller);
	fc.assert(
		fc.property(
			fc.nat(signed.length - 1),
			fc.string({ minLength: 1, maxLength: 1 }),
			(at, character) => {
				const changed = signed.slice(0, at) + character + signed.slice(at + 1);
				const read = verify(PATH, changed, Date.now());
				if (changed !== signed) expect(read).toBeUndefined();
			},
		),
	);
});
