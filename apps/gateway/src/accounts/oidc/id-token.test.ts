import { expect, it } from "vitest";
import { openIdToken, sealIdToken } from "./id-token.ts";

it("keeps an ID token that only the session's token opens", () => {
	const sealed = sealIdToken("header.claims.signature", "token", "ses_1")!;
	expect(openIdToken(sealed, "token", "ses_1")).toBe("header.claims.signature");
	expect(() => openIdToken(sealed, "other", "ses_1")).toThrow();
	expect(() => openIdToken(sealed, "token", "ses_2")).toThrow();
});

it("keeps none that is too long for an address", () => {
	expect(sealIdToken("x".repeat(6_000), "token", "ses_1")).toBeDefined();
	expect(sealIdToken("x".repeat(6_001), "token", "ses_1")).toBeUndefined();
});
