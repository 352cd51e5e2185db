import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { quantileOf } from "@supportdesk/bench/quantile.ts";
import { countAdmissions, isExact } from "./admissions.ts";
import { plot, type Series } from "./plot.ts";
import type { Sample } from "./samples.ts";

export interface ProcessSample {
	readonly timeMs: number;
	/** The machine's load average of the last minute. */
	readonly machineLoad: number;
	/** By process, like `openFiles`. */
	readonly memoryMb: Readonly<Record<string, number>>;
	readonly openFiles: Readonly<Record<string, number>>;
}

export interface ScenarioResult {
	readonly scenario: string;
	/** k6's exit code: 0, or 99 when a threshold was missed. */
	readonly exitCode: number;
	readonly samples: readonly Sample[];
	readonly processes: readonly ProcessSample[];
}

const BUCKET_MS = 1_000;
// Larger changes are not noise, even on a machine with other work.
const NEIGHBOUR_SHARE_MAX = 1.2;

/** Writes `report.md` and its plots; returns the missed thresholds. */
export async function writeReport(
	folder: string,
	results: readonly ScenarioResult[],
): Promise<string[]> {
	const missed: string[] = [];
	const lines = ["# Load test", ""];
	for (const result of results) {
		const { scenario, exitCode, samples } = result;
		if (exitCode !== 0)
			missed.push(`${scenario}: k6 reports a missed threshold`);
		lines.push(
			`## ${scenario}: ${exitCode === 0 ? "within its thresholds" : "A THRESHOLD WAS MISSED"}`,
			"",
		);
		lines.push(
			"| request | count | per second | p50 | p95 | p99 ms | 429 | 5xx and lost |",
			"|---|---|---|---|---|---|---|---|",
		);
		lines.push(...table(samples), "");
		if (scenario === "rate-limits") lines.push(...admissions(samples, missed));
		if (scenario === "neighbour") lines.push(...neighbour(samples, missed));
		lines.push(...growth(result.processes));
		for (const [name, svg] of plots(result)) {
			await writeFile(join(folder, name), svg);
			lines.push(`![${name}](${name})`, "");
		}
	}
	await writeFile(join(folder, "report.md"), lines.join("\n"));
	return missed;
}

const durations = (samples: readonly Sample[]) =>
	samples.filter(({ metric }) => metric === "http_req_duration");

function table(samples: readonly Sample[]): string[] {
	const requests = durations(samples);
	const times = requests.map(({ timeMs }) => timeMs);
	const seconds = (Math.max(...times) - Math.min(...times)) / 1_000;
	return [...Map.groupBy(requests, ({ tags }) => tags.kind ?? "")].map(
		([kind, ofKind]) => {
			const ms = ofKind.map(({ value }) => value);
			const with429 = ofKind.filter(({ tags }) => tags.status === "429").length;
			const broken = Map.groupBy(
				ofKind.filter(
					({ tags }) => Number(tags.status) >= 500 || tags.status === "0",
				),
				({ tags }) => (tags.status === "0" ? "lost" : tags.status),
			);
			const columns = [
				kind,
				ms.length,
				(ms.length / seconds).toFixed(1),
				...[0.5, 0.95, 0.99].map((share) => quantileOf(ms, share).toFixed(1)),
				with429,
				[...broken]
					.map(([how, { length }]) => `${how} × ${length}`)
					.join(", ") || 0,
			];
			return `| ${columns.join(" | ")} |`;
		},
	);
}

function admissions(samples: readonly Sample[], missed: string[]): string[] {
	const plans = countAdmissions(samples);
	for (const each of plans) {
		if (!isExact(each))
			missed.push(
				`rate-limits: ${each.plan} admitted ${each.fullWindows} of ${each.perMinute}`,
			);
	}
	return [
		"| plan | limit per minute | admitted in each full window | refused | exact |",
		"|---|---|---|---|---|",
		...plans.map(
			(each) =>
				`| ${each.plan} | ${each.perMinute} | ${each.fullWindows.join(", ")} | ${each.refused} | ${isExact(each) ? "yes" : "NO"} |`,
		),
		"",
	];
}

function neighbour(samples: readonly Sample[], missed: string[]): string[] {
	const p99 = (phase: string) => {
		const ms = durations(samples)
			.filter(({ tags }) => tags.phase === phase)
			.map(({ value }) => value);
		return quantileOf(ms, 0.99);
	};
	const [alone, beside] = [p99("alone"), p99("beside")];
	if (beside > alone * NEIGHBOUR_SHARE_MAX)
		missed.push(
			`neighbour: p99 went from ${alone.toFixed(1)} to ${beside.toFixed(1)} ms`,
		);
	return [
		`A key's p99 was ${alone.toFixed(1)} ms alone, and ${beside.toFixed(1)} ms during another key's load at fifty times its limit.`,
		"",
	];
}

/** Each process's memory and open files in every quarter of the run: a leak grows from quarter to quarter. */
function growth(processes: readonly ProcessSample[]): string[] {
	const quarters = Array.from({ length: 4 }, (_, i) =>
		processes.slice(
			Math.floor((processes.length * i) / 4),
			Math.floor((processes.length * (i + 1)) / 4),
		),
	);
	const inQuarters = (value: (sample: ProcessSample) => number) =>
		quarters.map((quarter) =>
			median(quarter.map((sample) => value(sample))).toFixed(0),
		);
	const loads = processes.map(({ machineLoad }) => machineLoad);
	return [
		"| process | MB in each quarter | open files in each quarter |",
		"|---|---|---|",
		...Object.keys(processes[0]?.memoryMb ?? {}).map((name) => {
			const memory = inQuarters(({ memoryMb }) => memoryMb[name]!);
			const files = inQuarters(({ openFiles }) => openFiles[name]!);
			return `| ${name} | ${memory.join(", ")} | ${files.join(", ")} |`;
		}),
		"",
		`The machine's load average was ${median(loads).toFixed(1)}, at most ${Math.max(...loads).toFixed(1)}.`,
		"",
	];
}

function plots({
	scenario,
	samples,
	processes,
}: ScenarioResult): [string, string][] {
	const requests = durations(samples);
	const start = Math.min(...requests.map(({ timeMs }) => timeMs));
	const second = (timeMs: number) => Math.floor((timeMs - start) / BUCKET_MS);
	const bySecond = [
		...Map.groupBy(requests, ({ timeMs }) => second(timeMs)),
	].sort(([a], [b]) => a - b);
	const latency = [0.5, 0.95, 0.99].map(
		(share): Series => ({
			name: `p${share * 100}`,
			points: bySecond.map(([at, ofSecond]) => [
				at,
				quantileOf(
					ofSecond.map(({ value }) => value),
					share,
				),
			]),
		}),
	);
	const byProcess = (of: "memoryMb" | "openFiles") =>
		Object.keys(processes[0]?.[of] ?? {}).map(
			(name): Series => ({
				name,
				points: processes.map((sample) => [
					second(sample.timeMs),
					sample[of][name]!,
				]),
			}),
		);
	const rate: Series = {
		name: "requests",
		points: bySecond.map(([at, ofSecond]) => [at, ofSecond.length]),
	};
	return [
		[`${scenario}-latency.svg`, plot(`${scenario}: latency`, "ms", latency)],
		[
			`${scenario}-rate.svg`,
			plot(`${scenario}: requests`, "per second", [rate]),
		],
		[
			`${scenario}-memory.svg`,
			plot(`${scenario}: memory`, "MB", byProcess("memoryMb")),
		],
		[
			`${scenario}-files.svg`,
			plot(`${scenario}: open files`, "files", byProcess("openFiles")),
		],
	];
}

const median = (values: readonly number[]) => quantileOf(values, 0.5);
