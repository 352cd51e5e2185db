import { rmSync } from "node:fs";
import { join } from "node:path";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Demo } from "../src/demo/demo.ts";
import { type Installation, startInstallation } from "./installation.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 30_000 }); // starts the whole product, on a busy machine

const ROWS = 10_000;
const ROWS_PER_REQUEST = 1_000;
const WRONG_EVERY = 97;
const KILLS = [2, 6]; // the requests that the product is killed in

let folder: string;
let dataDir: string;
let installation: Installation;
beforeEach(() => {
	folder = makeTempFolder("interrupted-import");
	dataDir = join(folder, "data");
});
afterEach(async () => {
	await installation.kill("SIGKILL");
	await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }), {
		timeout: 20_000, // the database is still shutting down and writes
	});
});

/** Every other row has an external id; rows without one are known by the request's key. */
const rowOf = (n: number) => ({
	...(n % 2 === 0 && { external_id: `old-${n}` }),
	subject: n % WRONG_EVERY === 0 ? "" : `An old question ${n}`,
	contact: { email: `c${n % 500}@imported.example` },
	created_at: "2019-03-01T09:30:00Z",
	messages: [
		{
			type: "inbound",
			body: "Where is it?",
			created_at: "2019-03-01T09:30:00Z",
		},
	],
});

async function importRows(demo: Demo, request: number) {
	const first = request * ROWS_PER_REQUEST;
	const response = await fetch(`${demo.base_url}/v1/imports/tickets`, {
		method: "POST",
		headers: {
			authorization: `Bearer ${demo.keys.enterprise}`,
			"content-type": "application/json",
			"idempotency-key": `import-${request}`,
		},
		body: JSON.stringify({
			tickets: Array.from({ length: ROWS_PER_REQUEST }, (_, n) =>
				rowOf(first + n),
			),
		}),
	});
	expect(response.status).toBe(200);
	return (await response.json()) as {
		created: number;
		failed: number;
		results: { index: number; id: string | null; errors: object[] }[];
	};
}

/** Resolves when the first rows of the request are written. */
async function someRowsOf(demo: Demo, request: number): Promise<void> {
	const named = `external_id=old-${request * ROWS_PER_REQUEST}`;
	await vi.waitFor(
		async () => {
			const response = await fetch(`${demo.base_url}/v1/tickets?${named}`, {
				headers: { authorization: `Bearer ${demo.keys.enterprise}` },
			});
			const { data } = (await response.json()) as { data: object[] };
			expect(data).toHaveLength(1);
		},
		{ timeout: 20_000, interval: 20 },
	);
}

async function exportedIds(demo: Demo): Promise<string[]> {
	const query = "created_before=2020-01-01";
	const response = await fetch(`${demo.base_url}/v1/exports/tickets?${query}`, {
		headers: { authorization: `Bearer ${demo.keys.enterprise}` },
	});
	const lines = (await response.text()).trimEnd().split("\n");
	expect(JSON.parse(lines.at(-1)!)).toMatchObject({ done: true });
	return lines.slice(0, -1).map((line) => JSON.parse(line).ticket.id);
}

it("continues an import of 10,000 rows that was killed twice, writes each ticket once and reports each wrong row", async () => {
	installation = startInstallation(dataDir);
	let demo = await installation.running();
	const ids = new Set<string>();
	const wrong: number[] = [];
	for (let request = 0; request < ROWS / ROWS_PER_REQUEST; request += 1) {
		if (KILLS.includes(request)) {
			const interrupted = importRows(demo, request).then(
				() => "answered",
				() => "interrupted",
			);
			await someRowsOf(demo, request);
			await installation.kill("SIGKILL");
			expect(await interrupted).toBe("interrupted");
			installation = startInstallation(dataDir);
			demo = await installation.running();
		}
		const { results, created, failed } = await importRows(demo, request);
		expect(created + failed).toBe(ROWS_PER_REQUEST);
		for (const { index, id, errors } of results) {
			if (id !== null) ids.add(id);
			else {
				wrong.push(request * ROWS_PER_REQUEST + index);
				expect(errors).toMatchObject([
					{ code: "missing_parameter", param: "subject" },
				]);
			}
		}
	}
	const expectedWrong = Array.from(
		{ length: Math.ceil(ROWS / WRONG_EVERY) },
		(_, n) => n * WRONG_EVERY,
	);
	expect(wrong).toEqual(expectedWrong);
	expect(ids.size).toBe(ROWS - wrong.length);
	const exported = await exportedIds(demo);
	expect(exported.length).toBe(ids.size);
	expect(new Set(exported)).toEqual(ids);
});
