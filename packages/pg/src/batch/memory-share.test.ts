import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createMemoryShare } from "./memory-share.ts";

const LIMITS = { bytesMax: 100, workspaceBytesMax: 60, waitMsMax: 60_000 };

/** Uploads by name, `a1` of workspace `a`, and those that have started. */
function uploads(limits = LIMITS) {
	const memory = createMemoryShare(limits);
	const started: string[] = [];
	const releases = new Map<string, () => void>();
	const begin = async (name: string, bytes: number) => {
		const abort = new AbortController();
		const context = { workspaceId: name[0]!, signal: abort.signal };
		const held = memory.hold(context, bytes).then((release) => {
			started.push(name);
			releases.set(name, release);
		});
		await turn();
		return { abort, held };
	};
	const end = async (name: string) => {
		releases.get(name)!();
		await turn();
	};
	return { begin, end, started };
}

it("keeps a workspace within its share, and starts others meanwhile", async () => {
	const { begin, end, started } = uploads();
	for (const name of ["a1", "a2", "a3"]) await begin(name, 40);
	expect(started).toEqual(["a1"]);
	await begin("b1", 40);
	expect(started).toEqual(["a1", "b1"]);
	await end("a1");
	expect(started).toEqual(["a1", "b1", "a2"]);
});

it("gives workspaces that wait turns, and a large upload its own", async () => {
	const { begin, end, started } = uploads();
	await begin("a1", 50);
	await begin("b1", 50);
	await begin("c1", 60);
	await begin("d1", 10);
	await begin("d2", 10);
	await end("a1");
	// There are 50 bytes now, which c1 waits for with 60: the smaller ones do not pass it.
	expect(started).toEqual(["a1", "b1"]);
	await end("b1");
	expect(started).toEqual(["a1", "b1", "c1", "d1", "d2"]);
});

it("gives up when the caller disconnects, and lets the next one start", async () => {
	const { begin, started } = uploads();
	await begin("a1", 60);
	await begin("b1", 30);
	const leaving = await begin("c1", 50);
	await begin("d1", 10);
	leaving.abort.abort();
	await expect(leaving.held).rejects.toMatchObject({
		code: "service_unavailable",
	});
	await turn();
	expect(started).toEqual(["a1", "b1", "d1"]);
});

it("gives up after its time", async () => {
	const { begin } = uploads({ ...LIMITS, waitMsMax: 20 });
	await begin("a1", 60);
	const { held } = await begin("a2", 60);
	await expect(held).rejects.toMatchObject({ code: "service_unavailable" });
});
