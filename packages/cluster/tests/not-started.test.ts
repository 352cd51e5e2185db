import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { freePort } from "@supportdesk/testkit/free-port.ts";
import { expect, it } from "vitest";

const APPS = join(import.meta.dirname, "../../../apps");
const unusedPort = await freePort();
const SETTINGS = {
	DATABASE_URL: `postgres://app:secret@127.0.0.1:${unusedPort}/app`,
	INTERNAL_SECRET: "a".repeat(32),
	CURSOR_SECRET: "b".repeat(32),
	TICKETS_URL: "127.0.0.1:1",
	KNOWLEDGE_URL: "127.0.0.1:1",
	AI_URL: "127.0.0.1:1",
	SUPPORTDESK_MODELS_FETCH: "false",
	METRICS_PORT: "0",
	METRICS_HOST: "127.0.0.1",
};

/** Runs a program that cannot start; returns its exit code and the one line that it wrote. */
async function run(program: string, settings: object) {
	const { PATH } = process.env;
	const child = execFile(process.execPath, [join(APPS, program)], {
		env: { PATH, ...SETTINGS, ...settings },
	});
	let written = "";
	for (const stream of [child.stdout!, child.stderr!]) {
		stream.on("data", (chunk: string) => {
			written += chunk;
		});
	}
	const [code] = await once(child, "close");
	return { code, ...JSON.parse(written) };
}

it.each([
	"gateway/src/main.ts",
	"tickets/src/main.ts",
	"knowledge/src/main.ts",
	"knowledge/src/migrate.ts",
])(
	"%s reports in one line that its database cannot be used",
	async (program) => {
		expect(await run(program, {})).toMatchObject({
			code: 1,
			level: "error",
			msg: "not started",
			err: {
				message: `The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:${unusedPort}`,
			},
		});
	},
);

it("ai/src/main.ts reports in one line that its port is taken", async () => {
	const taken = createServer().listen(0, "127.0.0.1");
	await once(taken, "listening");
	const { port } = taken.address() as { port: number };
	expect(
		await run("ai/src/main.ts", { METRICS_PORT: String(port) }),
	).toMatchObject({
		code: 1,
		msg: "not started",
		err: { message: expect.stringContaining(`in use 127.0.0.1:${port}`) },
	});
	taken.close();
});
