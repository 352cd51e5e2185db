import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { AppError, serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Pool } from "../src/connection/pool.ts";
import { runOperation } from "../src/idempotency/run-operation.ts";
import { inTransaction } from "../src/transaction/transaction.ts";
import { createNote, NOW, operation, writeNote } from "./note-operation.ts";
import { createSample, insertNote, type Sample } from "./sample.ts";

const HOUR_MS = 3_600_000;

let sample: Sample;
let pool: Pool;
let otherPool: Pool;
let admin: pg.Client;

beforeAll(async () => {
	sample = await createSample();
	pool = sample.pool();
	otherPool = sample.pool();
	admin = new pg.Client(sample.url);
	await admin.connect();
});
afterAll(async () => {
	await admin.end();
	await sample.drop();
});

const later = (hours: number, seconds: number) =>
	new Date(NOW.getTime() + hours * HOUR_MS + seconds * 1_000);

/** What is there of notes whose id begins so: rows and queued jobs. */
async function effects(
	prefix: string,
): Promise<{ notes: number; jobs: number }> {
	const { rows } = await admin.query(
		`select (select count(*)::int from sample.notes where starts_with(id, $1)) as notes,
		        (select count(*)::int from sample_jobs._private_jobs where starts_with(payload ->> 'id', $1)) as jobs`,
		[prefix],
	);
	return rows[0];
}

it("takes effect once for 50 twins over two pools; 49 get the first's answer", async () => {
	const twins = Array.from({ length: 50 }, (_, n) =>
		createNote(n % 2 ? pool : otherPool, operation("fifty"), `fifty-${n}`),
	);
	const answers = await Promise.all(twins);
	expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
	expect(answers.filter(({ replayed }) => replayed)).toHaveLength(49);
	expect(await effects("fifty-")).toEqual({ notes: 1, jobs: 1 });
});

it("holds no more than one connection of a pool for all twins", async () => {
	const single = sample.pool(1);
	const twins = Array.from({ length: 20 }, (_, n) =>
		createNote(single, operation("narrow"), `narrow-${n}`),
	);
	expect(
		(await Promise.all(twins)).filter(({ replayed }) => !replayed),
	).toHaveLength(1);
	expect(single.totalCount).toBe(1);
});

it("takes effect for each API key, scope and workspace that uses the same key", async () => {
	const others = [
		operation("shared"),
		operation("shared", {}, { apiKeyId: "key_2" }),
		operation("shared", {}, { scope: "other" }),
	];
	const answers = await Promise.all(
		others.map((of, n) => createNote(pool, of, `shared-${n}`)),
	);
	expect(answers.map(({ replayed }) => replayed)).toEqual([
		false,
		false,
		false,
	]);
	expect(await effects("shared-")).toEqual({ notes: 3, jobs: 3 });
});

it("refuses the key for another request, and says which parameter is to blame", async () => {
	await createNote(pool, operation("reused"), "reused-1");
	await expect(
		createNote(
			pool,
			operation("reused", {}, { fingerprint: "other" }),
			"reused-2",
		),
	).rejects.toMatchObject({
		type: "validation_error",
		code: "idempotency_key_reused",
		param: "Idempotency-Key",
	});
	expect(await effects("reused-")).toEqual({ notes: 1, jobs: 1 });
});

it("replays for 24 hours from the first request, replays not counted, and then executes again", async () => {
	const at = (now: Date, id: string) =>
		createNote(pool, operation("day", { now }), `day-${id}`);
	await at(NOW, "first");
	expect(await at(later(12, 0), "noon")).toMatchObject({
		resourceId: "day-first",
		replayed: true,
	});
	expect(await at(later(23, 3_599), "last")).toMatchObject({
		resourceId: "day-first",
		replayed: true,
	});
	expect(await at(later(24, 1), "second")).toMatchObject({
		resourceId: "day-second",
		replayed: false,
	});
	expect(await at(later(24, 2), "third")).toMatchObject({
		resourceId: "day-second",
		replayed: true,
	});
});

it("lets one of ten twins take over an expired key", async () => {
	await createNote(pool, operation("expired"), "expired-0");
	const now = later(25, 0);
	const answers = await Promise.all(
		Array.from({ length: 10 }, (_, n) =>
			createNote(
				n % 2 ? pool : otherPool,
				operation("expired", { now }),
				`expired-${n + 1}`,
			),
		),
	);
	expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
	expect(await effects("expired-")).toEqual({ notes: 2, jobs: 2 });
});

it("stores a refusal without its effects, and answers it again", async () => {
	const refusal = new AppError(
		"not_found",
		"ticket_not_found",
		"There is no such ticket.",
		{ param: "id" },
	);
	let runs = 0;
	const refuse = () =>
		runOperation(pool, operation("refused"), [], async (tx) => {
			runs += 1;
			await writeNote(tx, `refused-${runs}`);
			throw refusal;
		});
	await expect(refuse()).rejects.toBe(refusal);
	const { type, code, message, param } = refusal;
	await expect(refuse()).rejects.toMatchObject({
		type,
		code,
		message,
		param,
		replayed: true,
	});
	expect(runs).toBe(1);
	expect(await effects("refused-")).toEqual({ notes: 0, jobs: 0 });
});

it("stores a refusal that follows on a failed statement", async () => {
	await inTransaction(pool, "wsp_1", (tx) =>
		tx.query(insertNote("wsp_1", "taken")),
	);
	const refuse = () =>
		runOperation(pool, operation("constraint"), [], async (tx) => {
			await tx.query(insertNote("wsp_1", "taken")).catch(() => {
				throw new AppError("conflict", "draft_stale", "It is taken.");
			});
			return { status: 201, body: "", resourceId: "" };
		});
	await expect(refuse()).rejects.toMatchObject({
		code: "draft_stale",
		replayed: false,
	});
	await expect(refuse()).rejects.toMatchObject({
		code: "draft_stale",
		replayed: true,
	});
});

it.each([
	["invalid", new AppError("invalid_request", "invalid_parameter", "No.")],
	["unavailable", serviceUnavailable()],
	["bug", new TypeError("undefined is not a function")],
])("forgets a run that failed as %s: the retry executes", async (name, err) => {
	const fail = runOperation(pool, operation(name), [], async (tx) => {
		await writeNote(tx, `${name}-1`);
		throw err;
	});
	await expect(fail).rejects.toThrow();
	expect(await createNote(pool, operation(name), `${name}-2`)).toMatchObject({
		replayed: false,
	});
	expect(await effects(`${name}-`)).toEqual({ notes: 1, jobs: 1 });
});

it.each(["same", "other"])(
	"refuses a concurrent duplicate over the %s pool after three seconds",
	async (which) => {
		const claimed = Promise.withResolvers<void>();
		const release = Promise.withResolvers<void>();
		const slow = runOperation(
			pool,
			operation(`slow-${which}`),
			[],
			async (tx) => {
				claimed.resolve();
				await release.promise;
				return writeNote(tx, `slow-${which}`);
			},
		);
		await claimed.promise;
		const startedAt = performance.now();
		const twin = createNote(
			which === "same" ? pool : otherPool,
			operation(`slow-${which}`),
			"never",
		);
		await expect(twin).rejects.toMatchObject({
			type: "conflict",
			code: "idempotency_in_progress",
			retryAfterSeconds: 1,
		});
		expect(performance.now() - startedAt).toBeGreaterThan(2_900);
		expect(performance.now() - startedAt).toBeLessThan(6_000);
		release.resolve();
		await slow;
		expect(await effects(`slow-${which}`)).toEqual({ notes: 1, jobs: 1 });
	},
);

it("does not blame a twin when it is a row of the reads that is locked", async () => {
	await inTransaction(pool, "wsp_1", (tx) =>
		tx.query(insertNote("wsp_1", "locked")),
	);
	const lock = { text: "select id from notes where id = 'locked' for update" };
	const failure = inTransaction(pool, "wsp_1", async (tx) => {
		await tx.query(lock);
		return runOperation(
			otherPool,
			operation("behind a lock"),
			[lock],
			(other) => writeNote(other, "behind"),
		);
	});
	await expect(failure).rejects.toMatchObject({ type: "service_unavailable" });
});

it.each([
	["before the claim", false],
	["after the claim", false],
	["after the insert", false],
	["before the commit", false],
	["after the commit, before the reply", true],
])(
	"has taken effect once after a kill -9 %s and a retry",
	async (point, replayed) => {
		const key = point.replaceAll(/\W+/g, "-");
		const child = spawn(
			process.execPath,
			[
				fileURLToPath(new URL("killed-process.ts", import.meta.url)),
				sample.url,
				key,
				point,
			],
			{ stdio: ["ignore", "pipe", "inherit"] },
		);
		await once(child.stdout, "data");
		child.kill("SIGKILL");
		await once(child, "exit");

		const retry = await createNote(pool, operation(key), `retry-${key}`);
		const writer = replayed ? "child" : "retry";
		expect(retry).toEqual({
			status: 201,
			body: `{"id":"${writer}-${key}"}`,
			resourceId: `${writer}-${key}`,
			replayed,
		});
		expect(await effects(`${writer}-${key}`)).toEqual({ notes: 1, jobs: 1 });
		expect(await effects(`${replayed ? "retry" : "child"}-${key}`)).toEqual({
			notes: 0,
			jobs: 0,
		});
	},
);
