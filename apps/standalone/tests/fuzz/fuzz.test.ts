import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient } from "../client.ts";
import { startProduct, type TestProduct } from "../product.ts";
import {
	type ApiDocument,
	type Operation,
	operationsOf,
	type RandomRequest,
	requestsOf,
} from "./operations.ts";
import { seedIds } from "./seeded-ids.ts";

// Random requests to every operation of the API document. More, and others:
// `FUZZ_RUNS=500 FUZZ_SEED=7 npm test -- apps/standalone/tests/fuzz`.
const RUNS = Number(process.env.FUZZ_RUNS ?? 25);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const AT_A_TIME = 8;
const TIMEOUT_MS = 180_000 + RUNS * 4_000;
// Responses without an end have tests of their own.
const ENDLESS = "text/event-stream";

let product: TestProduct;
let document: ApiDocument;
let key: string;
let idsOf: (prefix: string) => readonly string[];
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);

beforeAll(async () => {
	product = await startProduct({ transport: "process" });
	const workspace = await product.createWorkspace();
	({ key } = workspace);
	document = (await workspace.api.get("/openapi.json")).body;
	ajv.addSchema(document, "api");
	idsOf = await seedIds(workspace.api);
});
afterAll(() => product.stop());

it(
	"gives every request a documented answer, and none of the server's failures",
	async () => {
		const requests = operationsOf(document)
			.filter(({ responses }) => !responses[200]?.content?.[ENDLESS])
			.flatMap((operation) =>
				fc
					.sample(requestsOf(operation, document.components.schemas, idsOf), {
						seed: SEED,
						numRuns: RUNS,
					})
					.map((request) => ({ operation, request })),
			);
		// All operations take turns, so that they meet what the others have left.
		requests.sort(byHash);
		const problems: string[] = [];
		const answered = new Map<number, number>();
		const next = requests.values();
		const work = async () => {
			for (const { operation, request } of next) {
				const answer = await send(operation, request);
				answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1);
				const problem = problemOf(operation, answer);
				if (problem === undefined) continue;
				problems.push(
					`${operation.method} ${request.path.slice(0, 300)} ${request.body?.slice(0, 1_000) ?? ""}\n  ${problem}`,
				);
			}
		};
		await Promise.all(Array.from({ length: AT_A_TIME }, work));
		expect(problems).toEqual([]);
		// The requests are not so random that all of them are refused.
		expect(answered.get(200)).toBeGreaterThan(requests.length / 10);
		expect(answered.get(201)).toBeGreaterThan(requests.length / 100);
		const { status } = await createClient(product.url, key).get("/v1/me");
		expect(status).toBe(200);
	},
	TIMEOUT_MS,
);

interface Answer {
	readonly status: number;
	readonly contentType: string;
	readonly text: string;
}

async function send(
	{ method }: Operation,
	{ path, body, contentType, hasKey }: RandomRequest,
): Promise<Answer> {
	const headers: Record<string, string> = { authorization: `Bearer ${key}` };
	if (contentType) headers["content-type"] = contentType;
	if (hasKey && method === "POST") {
		headers["idempotency-key"] = crypto.randomUUID();
	}
	const response = await fetch(product.url + path, { method, headers, body });
	return {
		status: response.status,
		contentType: response.headers.get("content-type") ?? "",
		text: await response.text(),
	};
}

/** How an answer differs from what the document says of its operation. */
function problemOf(
	operation: Operation,
	{ status, contentType, text }: Answer,
): string | undefined {
	if (status >= 500) return `${status} ${text}`;
	const documented = operation.responses[status];
	if (!documented) return `${status} is not documented: ${text.slice(0, 500)}`;
	const media = documented.content?.["application/json"];
	if (!media?.schema) return undefined;
	if (contentType !== "application/json") return `${status} ${contentType}`;
	const json = JSON.parse(text);
	if (status >= 400) {
		const { code } = json.error;
		const codes = Object.keys(media.examples ?? {});
		if (codes.includes(code) || codes.includes(`${code}_in_path`)) return;
		return `${status} ${code} is not documented`;
	}
	const pointer = ["paths", operation.path, operation.method.toLowerCase()]
		.concat(
			"responses",
			String(status),
			"content",
			"application/json",
			"schema",
		)
		.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"))
		.map(encodeURIComponent)
		.join("/");
	const validate = ajv.getSchema(`api#/${pointer}`)!;
	if (validate(json)) return undefined;
	return `${ajv.errorsText(validate.errors)}: ${text.slice(0, 500)}`;
}

/** An order that has nothing to do with the operations, and is the same in every run. */
function byHash(a: { request: RandomRequest }, b: { request: RandomRequest }) {
	return hashOf(a.request) - hashOf(b.request);
}

function hashOf({ path, body = "" }: RandomRequest): number {
	let hash = 7;
	for (const character of path + body.slice(0, 200)) {
		hash = (hash * 31 + character.codePointAt(0)!) % 1_000_003;
	}
	return hash;
}
