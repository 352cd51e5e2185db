import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withoutBooleanEnums } from "../src/openapi/boolean-enums.ts";
import {
	documentedEndpoints,
	signInDocument,
} from "../src/openapi/sign-in-document.ts";
import { SIGN_IN_OPERATIONS } from "../src/openapi/sign-in-operations.ts";
import { createAccount, createBrowser, PASSWORD } from "./accounts.ts";
import { type Gateway, startGateway } from "./gateway.ts";

// biome-ignore lint/suspicious/noExplicitAny: parts of a document have every shape.
type Json = any;

let gateway: Gateway;
let document: Json;
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
beforeAll(async () => {
	gateway = await startGateway({
		config: { trustedProxyHops: 1 },
		overrides: { accounts: undefined },
	});
	const { json } = await gateway.send("GET", "/openapi-sign-in.json", {
		key: null,
	});
	document = json;
	ajv.addSchema(document, "document");
});
afterAll(() => gateway.stop());

/** What the response has that the document does not say. */
function problemsOf(
	method: string,
	path: string,
	{ status, json }: { status: number; json: Json },
): unknown {
	const pointer = [path, method.toLowerCase(), "responses", String(status)]
		.map((part) => part.replaceAll("/", "~1"))
		.join("/");
	const validate = ajv.getSchema(
		`document#/paths/${pointer}/content/application~1json/schema`,
	);
	if (!validate) return `${method} ${path}: ${status} is not documented`;
	return validate(json) ? undefined : validate.errors;
}

it("describes every call below /auth, and no other", () => {
	expect(
		documentedEndpoints()
			.map(({ method, path }) => `${method} ${path}`)
			.sort(),
	).toEqual(Object.keys(SIGN_IN_OPERATIONS).sort());
	expect(document).toEqual(
		JSON.parse(JSON.stringify(signInDocument(), withoutBooleanEnums)),
	);
});

it("describes the responses of a session from its beginning to its end", async () => {
	const account = await createAccount(gateway.database);
	const browser = createBrowser(gateway);
	const { email } = account;
	const password = { password: PASSWORD };
	for (const [method, path, status, body] of [
		["GET", "/auth/methods", 200],
		["GET", "/auth/session", 200],
		["GET", "/auth/sessions", 401],
		["POST", "/auth/sign-in", 400, {}],
		["POST", "/auth/sign-in", 401, { email, password: "wrong" }],
		["POST", "/auth/links", 401, { link: "wrong" }],
		["POST", "/auth/forgotten-password", 202, { email }],
		["POST", "/auth/sign-in", 200, { email, ...password }],
		["GET", "/auth/session", 200],
		["GET", "/auth/sessions", 200],
		["POST", "/auth/second-factor", 200, password],
		["POST", "/auth/second-factor/confirm", 401, { code: "0" }],
		["POST", "/auth/second-factor/remove", 409, password],
		[
			"POST",
			"/auth/password",
			200,
			{ current_password: PASSWORD, new_password: `${PASSWORD}!` },
		],
		["POST", "/auth/sign-out", 200],
	] as [string, string, number, Json?][]) {
		const response = await browser.send(method, path, { body });
		expect([path, response.status]).toEqual([path, status]);
		expect([path, problemsOf(method, path, response)]).toEqual([
			path,
			undefined,
		]);
	}
});
