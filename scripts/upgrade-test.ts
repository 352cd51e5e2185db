// Tests that every earlier version's data survives the upgrade to this one, and that both versions work in one cluster.
// The earlier versions are taken from the repository's history.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { readCommandLine } from "../packages/testkit/src/command-line.ts";
import {
	makeTempFolder,
	removeFolder,
} from "../packages/testkit/src/temp-folder.ts";
import { fill } from "./upgrade/fill.ts";
import { startInstallation } from "./upgrade/installation.ts";
import { runSideBySide } from "./upgrade/side-by-side.ts";
import { takePages, takeSnapshot } from "./upgrade/snapshot.ts";
import {
	type Before,
	checkUpgraded,
	createUntilKilled,
} from "./upgrade/upgraded.ts";
import {
	checkOut,
	earlierVersions,
	PRESENT,
	type Version,
} from "./upgrade/versions.ts";

const values = readCommandLine(
	"test:upgrade -- [--short] [--from <commit or tag>] [--only installation|cluster]",
	{
		short: { type: "boolean", default: false },
		from: { type: "string" },
		only: { type: "string" },
	},
);
const SHOWN_MAX = 50;
const ROUNDS = values.short ? 1 : 8;
const PHASE_MS = values.short ? 3_000 : 20_000;
const PER_SECOND = values.short ? 15 : 40;

const present: Version = { name: "this version", root: PRESENT };
const folder = makeTempFolder("upgrade");
const failures: string[] = [];
try {
	for (const name of values.from ? [values.from] : earlierVersions()) {
		const earlier = await timed(`${name}: files and packages`, () =>
			checkOut(name, folder),
		);
		if (values.only !== "cluster") await upgradeInstallation(earlier);
		if (values.only !== "installation") await upgradeCluster(earlier);
	}
} catch (err) {
	failures.push((err as Error).stack!);
} finally {
	removeFolder(folder);
}
for (const failure of failures.slice(0, SHOWN_MAX))
	console.error(`FAILED: ${failure}`);
if (failures.length > SHOWN_MAX)
	console.error(`… and ${failures.length - SHOWN_MAX} more`);
if (failures.length > 0) process.exitCode = 1;
else console.log("Every earlier version can be upgraded to this one.");

/** Fills an installation once, and upgrades it from an orderly stop and from a crash. */
async function upgradeInstallation(earlier: Version): Promise<void> {
	const stopped = join(folder, `${earlier.name}-stopped`);
	const crashed = join(folder, `${earlier.name}-crashed`);
	const before = await timed(`${earlier.name}: fill`, async () => {
		const installation = await startInstallation(earlier, stopped);
		const filled = await fill(installation, ROUNDS);
		const shown = await takeSnapshot(installation, filled);
		const pages = await takePages(installation, filled);
		await installation.stop();
		return { filled, shown, pages };
	});
	execFileSync("cp", ["-a", stopped, crashed]); // keeps its owner, which may be another user
	await timed(`${earlier.name}: upgrade after an orderly stop`, () =>
		check(stopped, before, "after an orderly stop"),
	);
	await timed(`${earlier.name}: upgrade after kill -9`, async () => {
		const installation = await startInstallation(earlier, crashed);
		const acknowledged = await createUntilKilled(installation, before.filled);
		await check(crashed, { ...before, acknowledged }, "after kill -9");
	});
}

async function check(
	dataDir: string,
	before: Before,
	when: string,
): Promise<void> {
	const installation = await startInstallation(present, dataDir);
	try {
		const found = await checkUpgraded(installation, before);
		failures.push(...found.failures.map((failure) => `${when}: ${failure}`));
		console.log(`   ${when}: ${found.summary}`);
	} finally {
		await installation.stop();
	}
}

async function upgradeCluster(earlier: Version): Promise<void> {
	await timed(`${earlier.name}: both versions in one cluster`, async () => {
		const report = await runSideBySide(earlier, present, {
			folder: join(folder, `${earlier.name}-cluster`),
			phaseMs: PHASE_MS,
			requestsPerSecond: PER_SECOND,
		});
		for (const { phase, requests, statuses } of report.phases)
			console.log(
				`   ${phase}: ${requests} requests, ${JSON.stringify(statuses)}`,
			);
		failures.push(...report.failures);
	});
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
	const since = performance.now();
	const result = await work();
	const seconds = (performance.now() - since) / 1_000;
	console.log(`== ${what}: ${seconds.toFixed(1)} s`);
	return result;
}
