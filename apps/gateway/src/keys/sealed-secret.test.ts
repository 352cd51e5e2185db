import { generateApiKey } from "@supportdesk/keys/api-key.ts";
import { expect, it } from "vitest";
import { openSecret, sealSecret } from "./sealed-secret.ts";

const secret = generateApiKey();
const callers = generateApiKey();
const sealed = sealSecret(secret, callers, "key_1");

it("opens a secret with the caller's own", () => {
	expect(openSecret(sealed, callers, "key_1")).toBe(secret);
	expect(sealSecret(secret, callers, "key_1")).not.toBe(sealed);
	expect(sealed).not.toContain(secret.slice("sk_live_".length));
});

it.each([
	["another secret", sealed, generateApiKey(), "key_1"],
	["another key's id", sealed, callers, "key_2"],
	["a changed text", `A${sealed.slice(1, -1)}A`, callers, "key_1"],
])("opens nothing with %s", (_, text, secret, id) =>
	expect(() => openSecret(text, secret, id)).toThrow(),
);
