import { execFile } from "node:child_process";
import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createTestDatabase } from "@supportdesk/testkit/database.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, createClient } from "./client.ts";
import { type Installation, startInstallation } from "./installation.ts";

const MAIN = join(import.meta.dirname, "../src/backup/main.ts");
const START_MS = 120_000;
const WRITERS = 4;
// Above Linux's largest process id.
const UNUSED_PID = 4_194_304;
const MAILS = 40;
const MAILS_BYTES = 1_000_000_000;
const FILES_RESTORED_MIN = 100; // of more than a thousand

let folder: string;
beforeAll(() => {
	folder = makeTempFolder("backup");
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
	readonly code: number;
	readonly out: string;
	readonly err: string;
	/** Its largest memory, if this system reports it. */
	readonly peakBytes: number;
}

/** Runs the command as a user would; returns its output and exit code. */
function run(command: "backup" | "restore", file: string, dataDir: string) {
	return new Promise<Ended>((resolve) => {
		let peakBytes = 0;
		const watch = setInterval(() => {
			peakBytes = Math.max(peakBytes, memoryOf(child.pid!));
		}, 20);
		const child = execFile(
			process.execPath,
			[MAIN, command, file],
			{ env: { PATH: process.env.PATH, SUPPORTDESK_DATA: dataDir } },
			(err, out, stderr) => {
				clearInterval(watch);
				resolve({ code: Number(err?.code ?? 0), out, err: stderr, peakBytes });
			},
		);
	});
}

function memoryOf(pid: number): number {
	try {
		const status = readFileSync(`/proc/${pid}/status`, "utf8");
		return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
	} catch {
		return 0; // it has ended, or this is not Linux
	}
}

function filesIn(dir: string): number {
	if (!existsSync(dir)) return 0;
	return readdirSync(dir, { recursive: true }).length;
}

/** Creates sparse files; returns their paths. */
function putMails(outbox: string): string[] {
	return Array.from({ length: MAILS }, (_, n) => {
		const path = join(outbox, `mail-${n}.eml`);
		writeFileSync(path, "");
		truncateSync(path, MAILS_BYTES / MAILS);
		return path;
	});
}

/** Runs `work` while the installation's database has no free replication slot. */
async function withoutSlots<T>(
	dataDir: string,
	work: () => Promise<T>,
): Promise<T> {
	const running = readFileSync(join(dataDir, "standalone.json"), "utf8");
	const connectionString = JSON.parse(running).backup_url;
	const client = new pg.Client({ connectionString });
	await client.connect();
	try {
		await client.query(
			`select pg_create_physical_replication_slot('taken_' || n)
			   from generate_series(1, current_setting('max_replication_slots')::int) as n`,
		);
		return await work();
	} finally {
		await client.query(
			"select pg_drop_replication_slot(slot_name) from pg_replication_slots",
		);
		await client.end();
	}
}

describe("a backup of a running installation", () => {
	let installation: Installation;
	let key: string;
	let before: string[];
	let mail: string;
	let file: string;
	let written: Ended;
	let another: Ended;
	let unwritable: Ended;
	let refused: Ended;
	let withManyMails: Ended;

	/** Creates a ticket as a client does: again while the product is overloaded, by a backup or by what runs beside. */
	const newTicket = async (api: Client, n: number): Promise<string> => {
		const key = crypto.randomUUID();
		return vi.waitFor(
			async () => {
				const { status, body } = await api.post(
					"/v1/tickets",
					{
						subject: `Ticket ${n}`,
						body: "My export stops at half.",
						contact: { email: `c${n}@customer.example` },
					},
					{ "idempotency-key": key },
				);
				expect(status).toBe(201);
				return body.id;
			},
			{ timeout: 20_000 },
		);
	};

	/** Sends a reply; returns the name of its mail once that is in the outbox. */
	const reply = async (api: Client, ticketId: string, dataDir: string) => {
		const { status, body } = await api.post(
			`/v1/tickets/${ticketId}/messages`,
			{
				type: "outbound",
				body: "It works again.",
			},
		);
		expect(status).toBe(201);
		const name = `${body.id}.eml`;
		const path = join(dataDir, "outbox", name);
		const isThere = () => expect(existsSync(path)).toBe(true);
		await vi.waitFor(isThere, { timeout: 20_000 });
		return name;
	};

	beforeAll(async () => {
		const dataDir = join(folder, "data");
		file = join(folder, "backup.tar.gz");
		installation = startInstallation(dataDir);
		const demo = await installation.running();
		key = demo.keys.enterprise!;
		const api = createClient(demo.base_url, key);
		before = [];
		for (let n = 0; n < 20; n += 1) before.push(await newTicket(api, n));
		mail = await reply(api, before[0]!, dataDir);
		// Writes continue during the backup.
		let stopped = false;
		const writers = Array.from({ length: WRITERS }, async (_, writer) => {
			for (let n = 0; !stopped; n += 1)
				await newTicket(api, (writer + 1) * 1_000_000 + n);
		});
		writeFileSync(`${file}.part.${UNUSED_PID}`, "");
		const anotherFile = join(folder, "another.tar.gz");
		[written, another] = await Promise.all([
			run("backup", file, dataDir),
			run("backup", anotherFile, dataDir),
		]);
		unwritable = await run("backup", join(folder, "none", "x.gz"), dataDir);
		stopped = true;
		await Promise.all(writers);
		refused = await withoutSlots(dataDir, () =>
			run("backup", join(folder, "refused.tar.gz"), dataDir),
		);
		rmSync(anotherFile);
		const mails = putMails(join(dataDir, "outbox"));
		// Like a mail that is erased after the folder was read.
		const erased = join(dataDir, "outbox/erased.eml");
		symlinkSync(join(folder, "nowhere.eml"), erased);
		mails.push(erased);
		withManyMails = await run("backup", anotherFile, dataDir);
		for (const path of [...mails, anotherFile]) rmSync(path);
		await installation.kill("SIGTERM");
	}, START_MS);

	it("prints its path and how to restore it, and is readable only by its owner", () => {
		expect(written).toMatchObject({ code: 0, err: "" });
		expect(written.out).toMatch(/^(?: {2}copied \d+\.\d MB\n)*Backed up to /);
		expect(written.out).toContain(
			`Backed up to ${file}. \`npm run restore -- ${file}\``,
		);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(readdirSync(folder).sort()).toEqual(["backup.tar.gz", "data"]);
	});

	it("can run concurrently with another one", () =>
		expect(another).toMatchObject({ code: 0, err: "" }));

	it("ends with a line when the database refuses it", () =>
		expect(refused).toMatchObject({
			code: 1,
			err: "The backup failed: all replication slots are in use.\n",
		}));

	it("does not load the mails into memory", () => {
		expect(withManyMails.code).toBe(0);
		expect(withManyMails.peakBytes).toBeLessThan(MAILS_BYTES / 4);
	});

	it("reports in a line why it cannot be written", () => {
		expect(unwritable.code).toBe(1);
		expect(unwritable.err).toMatch(/^The backup failed: ENOENT: .*\.\n$/);
	});

	it("is refused if the file exists, and leaves it unchanged", async () => {
		const size = statSync(file).size;
		const again = await run("backup", file, join(folder, "data"));
		expect(again).toMatchObject({ code: 1, err: `${file} exists already.\n` });
		expect(statSync(file).size).toBe(size);
	});

	it(
		"is restored to a folder on which the product runs with all its data",
		async () => {
			const dataDir = join(folder, "restored");
			mkdirSync(dataDir);
			const restored = await run("restore", file, dataDir);
			expect(restored).toMatchObject({ code: 0, err: "" });
			expect(restored.out).toContain(
				`Restored to ${dataDir}. Run \`SUPPORTDESK_DATA=${dataDir} npm start\` to use it.`,
			);
			expect(existsSync(join(dataDir, "postgres/cluster/backup_label"))).toBe(
				true,
			);
			const copy = startInstallation(dataDir);
			try {
				const demo = await copy.running();
				expect(demo.keys.enterprise).toBe(key);
				const api = createClient(demo.base_url, key);
				for (const id of before) {
					const { status, body } = await api.get(`/v1/tickets/${id}`);
					expect([status, body.id]).toEqual([200, id]);
				}
				const { body: found } = await api.post("/v1/knowledge/search", {
					query: "How do I get a refund?",
				});
				expect(found.results[0].title).toMatch(/refund/i);
				expect(readdirSync(join(dataDir, "outbox"))).toContain(mail);
				const id = await newTicket(api, 9);
				expect(before).not.toContain(id);
				await reply(api, before[1]!, dataDir);
			} finally {
				await copy.kill("SIGTERM");
			}
		},
		START_MS,
	);

	it("is restored to the target of a symbolic link", async () => {
		const [target, link] = [join(folder, "disk"), join(folder, "link")];
		mkdirSync(target);
		symlinkSync(target, link);
		const restored = await run("restore", file, link);
		expect(restored).toMatchObject({ code: 0, err: "" });
		expect(readdirSync(target)).toContain("postgres");
		expect(lstatSync(link).isSymbolicLink()).toBe(true);
		expect(
			readdirSync(folder).filter((name) => name.startsWith("link")),
		).toEqual(["link"]);
	});

	it("is restored completely while a second restore to the same folder is refused", async () => {
		const dataDir = join(folder, "twice");
		mkdirSync(join(dataDir, `restoring.${UNUSED_PID}`), { recursive: true });
		const first = run("restore", file, dataDir);
		await vi.waitFor(
			() => expect(filesIn(dataDir)).toBeGreaterThan(FILES_RESTORED_MIN),
			{ timeout: 20_000, interval: 5 },
		);
		const second = await run("restore", file, dataDir);
		expect(second).toMatchObject({
			code: 1,
			err: expect.stringMatching(/^Process \d+ is restoring to |holds data/),
		});
		expect(await first).toMatchObject({ code: 0, err: "" });
		expect(readdirSync(dataDir).sort()).toEqual(
			readdirSync(join(folder, "disk")).sort(),
		);
		expect(filesIn(dataDir)).toBe(filesIn(join(folder, "disk")));
	});

	it("is not restored over data, and reports what to do", async () => {
		const { code, err } = await run("restore", file, join(folder, "data"));
		expect(code).toBe(1);
		expect(err).toContain("holds data already. Move it, or choose");
	});

	it("leaves nothing behind when it is truncated", async () => {
		const half = join(folder, "half.tar.gz");
		const whole = readFileSync(file);
		writeFileSync(half, whole.subarray(0, whole.length / 2));
		const dataDir = join(folder, "from-half");
		const { code, err } = await run("restore", half, dataDir);
		expect(code).toBe(1);
		expect(err).toContain("was not restored");
		expect(
			readdirSync(folder).filter((name) => name.startsWith("from-half")),
		).toEqual([]);
	});
});

it("refuses a file that is not a backup", async () => {
	const file = join(folder, "other.tar.gz");
	for (const content of [Buffer.from("text"), gzipSync("text"), gzipSync("")]) {
		writeFileSync(file, content);
		const { code, err } = await run("restore", file, join(folder, "none"));
		expect(code).toBe(1);
		expect(err).toMatch(/not a backup|not restored|is empty/);
		expect(existsSync(join(folder, "none"))).toBe(false);
	}
});

it("reports in a line that the data folder is a file", async () => {
	const dataDir = join(folder, "file");
	writeFileSync(dataDir, "");
	const file = join(folder, "any.tar.gz");
	const { code, err } = await run("restore", file, dataDir);
	expect([code, err]).toEqual([
		1,
		expect.stringMatching(/^.*any\.tar\.gz was not restored: .*'\.\n$/),
	]);
});

it("reports that no installation runs", async () => {
	const nowhere = join(folder, "nowhere");
	const { code, err } = await run("backup", join(folder, "x.tar.gz"), nowhere);
	expect(code).toBe(1);
	expect(err).toContain(`No Support Desk is running on ${nowhere}.`);
	expect(existsSync(join(folder, "x.tar.gz.part"))).toBe(false);
});

it("reports the same after an installation was killed", async () => {
	const dataDir = join(folder, "killed");
	mkdirSync(join(dataDir, "postgres/cluster"), { recursive: true });
	const left = {
		database_url: "postgres://postgres:x@127.0.0.1:1/supportdesk",
	};
	writeFileSync(join(dataDir, "standalone.json"), JSON.stringify(left));
	const { code, err } = await run("backup", join(folder, "y.tar.gz"), dataDir);
	expect(code).toBe(1);
	expect(err).toContain(`No Support Desk is running on ${dataDir}.`);
});

it("reports that the file about the running installation is damaged", async () => {
	const dataDir = join(folder, "damaged");
	mkdirSync(join(dataDir, "postgres/cluster"), { recursive: true });
	writeFileSync(join(dataDir, "standalone.json"), "");
	const { code, err } = await run("backup", join(folder, "z.tar.gz"), dataDir);
	expect([code, err]).toEqual([
		1,
		`${dataDir}/standalone.json is damaged: restart Support Desk, which writes it again.\n`,
	]);
});

it("does not copy the server of an installation that has left the embedded one", async () => {
	const dataDir = join(folder, "moved");
	mkdirSync(join(dataDir, "postgres/cluster"), { recursive: true });
	const database = await createTestDatabase([], async () => {});
	const moved = startInstallation(dataDir, { DATABASE_URL: database.url });
	try {
		await moved.running();
		const file = join(folder, "moved.tar.gz");
		const { code, err } = await run("backup", file, dataDir);
		expect([code, err]).toEqual([
			1,
			expect.stringContaining("This Support Desk uses your own PostgreSQL"),
		]);
		expect(existsSync(file)).toBe(false);
	} finally {
		await moved.kill("SIGTERM");
		await database.drop();
	}
}, 120_000);
