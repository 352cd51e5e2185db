import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Cluster, startCluster } from "@supportdesk/cluster/cluster.ts";
import {
	provisionWorkspace,
	type Workspace,
} from "@supportdesk/cluster/provision.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import type { AttackName } from "./attacks.ts";
import {
	createTicket,
	type Experience,
	type Statuses,
	sendSmallRequests,
} from "./small-requests.ts";

const ATTACKER = fileURLToPath(new URL("attacker.ts", import.meta.url));
const MANIFESTS = new URL("../../deploy/kubernetes/base/", import.meta.url);
const WARM_UP_MS = 2_000;
const BUILD_UP_MS = 1_000; // until the attack is in progress

export interface NeighbourReport {
	readonly alone: Experience;
	readonly beside: Experience;
	/** The statuses of the attacker's requests. */
	readonly attack: Statuses;
	/** The most memory each app has used since it started, in MiB. */
	readonly peakMib: Readonly<Record<string, number>>;
}

export interface Neighbours {
	/** Measures the small requests of one workspace alone, then during the attack of another one. */
	measure(attack: AttackName, seconds: number): Promise<NeighbourReport>;
	stop(): Promise<void>;
}

/** A cluster with an attacker's workspace and a neighbour's. */
export async function startNeighbours(): Promise<Neighbours> {
	const folder = makeTempFolder("neighbours");
	const cluster = await startCluster({
		folder,
		env: {
			ai: { SUPPORTDESK_MODELS_FETCH: "false" },
			gateway: { DRAIN_DELAY_MS: "0" },
		},
	});
	const url = cluster.urls[0]!;
	const provision = (name: string) =>
		provisionWorkspace(cluster.databaseUrl, name, {
			plan: "enterprise",
			unlimited: true,
		});
	const attacker = await provision("attacker");
	const neighbour = await provision("neighbour");
	const path = await createTicket(url, neighbour);
	const experience = (ms: number) =>
		sendSmallRequests(url, neighbour, path, AbortSignal.timeout(ms));
	return {
		async measure(attack, seconds) {
			await experience(WARM_UP_MS);
			const alone = await experience(seconds * 1_000);
			const attacking = startAttack(attack, url, attacker);
			await sleep(BUILD_UP_MS);
			const beside = await experience(seconds * 1_000);
			const statuses = await attacking.end();
			return { alone, beside, attack: statuses, peakMib: peaks(cluster) };
		},
		async stop() {
			await cluster.stop();
			removeFolder(folder);
		},
	};
}

/** The memory limit in an app's manifest, in MiB. */
export function memoryLimitMib(app: string): number {
	const manifest = readFileSync(new URL(`${app}.yaml`, MANIFESTS), "utf8");
	const [, size, unit] = /limits: \{.*memory: (\d+)(Mi|Gi)/.exec(manifest)!;
	return Number(size) * (unit === "Gi" ? 1024 : 1);
}

function startAttack(name: AttackName, url: string, workspace: Workspace) {
	const child = fork(ATTACKER, [name, url, JSON.stringify(workspace)]);
	const result = once(child, "message");
	return {
		async end(): Promise<Statuses> {
			child.send("end");
			const [statuses] = await result;
			return statuses as Statuses;
		},
	};
}

function peaks({ apps }: Cluster): Record<string, number> {
	return Object.fromEntries(
		apps.map(({ app, pid }) => {
			const status = readFileSync(`/proc/${pid()}/status`, "utf8");
			const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(status)!;
			return [app, Math.round(Number(kib) / 1024)];
		}),
	);
}
