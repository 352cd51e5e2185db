import { createLogger } from "@supportdesk/logger/logger.ts";
import { expect, it, onTestFinished } from "vitest";
import { createLastUse } from "./last-use.ts";

const HOUR_MS = 3_600_000;
const log = createLogger({ name: "test", level: "silent" });

function given(fail = () => false) {
	let now = 10.5 * HOUR_MS;
	const written: string[] = [];
	const lastUse = createLastUse(
		async (workspaceId, keyIds, hour) => {
			if (fail()) throw new Error("unavailable");
			written.push(
				`${workspaceId} ${keyIds.join("+")} ${hour.getTime() / HOUR_MS}`,
			);
		},
		() => now,
		log,
	);
	onTestFinished(() => lastUse.stop());
	return {
		lastUse,
		written,
		use: (workspaceId: string, id: string) => lastUse.note({ id, workspaceId }),
		pass: (hours: number) => {
			now += hours * HOUR_MS;
		},
	};
}

it("writes each key once an hour, those of a workspace together", async () => {
	const { lastUse, written, use, pass } = given();
	for (let i = 0; i < 100; i++) {
		use("wsp_1", "a");
		use("wsp_1", "b");
		use("wsp_2", "c");
	}
	await lastUse.flush();
	use("wsp_1", "a");
	await lastUse.flush();
	expect(written).toEqual(["wsp_1 a+b 10", "wsp_2 c 10"]);
	pass(1);
	use("wsp_1", "a");
	await lastUse.flush();
	expect(written.slice(2)).toEqual(["wsp_1 a 11"]);
});

it("keeps the hour of a use that is written in the next one", async () => {
	const { lastUse, written, use, pass } = given();
	use("wsp_1", "a");
	pass(1);
	use("wsp_1", "b");
	await lastUse.flush();
	expect(written).toEqual(["wsp_1 a 10", "wsp_1 b 11"]);
});

it("retries a failed write with the next use", async () => {
	let isAvailable = false;
	const { lastUse, written, use } = given(() => !isAvailable);
	use("wsp_1", "a");
	await lastUse.flush();
	isAvailable = true;
	use("wsp_1", "a");
	await lastUse.flush();
	expect(written).toEqual(["wsp_1 a 10"]);
});

it("writes what is noted when it stops", async () => {
	const { lastUse, written, use } = given();
	use("wsp_1", "a");
	await lastUse.stop();
	expect(written).toEqual(["wsp_1 a 10"]);
});
