import { quantileOf } from "../quantile.ts";
import { CASES } from "./cases.ts";
import type { Measurement } from "./measure.ts";

const HEAD = [
	"request",
	"connections",
	"contender",
	"CPU µs/request",
	"× floor (lowest–highest)",
	"aim",
	"by process (µs)",
	"req/s",
	"p50",
	"p95",
	"p99 ms",
];

/**
 * Prints the measurements as Markdown: of each figure the median round, of the ratio to the floor the median of each
 * round's ratio to the floor in the same round.
 */
export function printTable(measurements: readonly Measurement[]): void {
	console.log(row(HEAD));
	console.log(`|${"---|".repeat(HEAD.length)}`);
	for (const each of measurements) {
		const { contender, connections, rounds } = each;
		const median = (figures: readonly number[]) => quantileOf(figures, 0.5);
		const { aims } = CASES.find(({ name }) => name === each.case)!;
		const aim = aims?.[contender]?.[connections];
		const byProcess = Object.keys(rounds[0]!.cpuUsByProcess).map((name) => {
			const cpuUs = rounds.map((round) => round.cpuUsByProcess[name]!);
			return `${name} ${median(cpuUs).toFixed(0)}`;
		});
		console.log(
			row([
				each.case,
				String(connections),
				contender,
				median(rounds.map(({ cpuUs }) => cpuUs)).toFixed(0),
				ratio(each, measurements),
				aim === undefined ? "" : `≤ ${aim}`,
				byProcess.join(", "),
				median(
					rounds.map(({ requestsPerSecond }) => requestsPerSecond),
				).toFixed(0),
				each.p50.toFixed(1),
				each.p95.toFixed(1),
				each.p99.toFixed(1),
			]),
		);
	}
}

/** Prints the proportional memory of each contender's processes. */
export function printMemory(
	memory: Readonly<Record<string, Readonly<Record<string, number>>>>,
): void {
	console.log("\nProportional memory after the last case, MB:\n");
	for (const [contender, processes] of Object.entries(memory)) {
		const each = Object.entries(processes).map(
			([name, mb]) => `${name} ${mb.toFixed(0)}`,
		);
		console.log(`- ${contender}: ${each.join(", ")}`);
	}
}

function ratio(
	{ case: name, connections, contender, rounds }: Measurement,
	measurements: readonly Measurement[],
): string {
	const floor = measurements.find(
		(other) =>
			other.contender === "floor" &&
			other.case === name &&
			other.connections === connections,
	);
	if (!floor) return "–";
	if (contender === "floor") return "1";
	const ratios = rounds.map(
		({ cpuUs }, round) => cpuUs / floor.rounds[round]!.cpuUs,
	);
	const [median, lowest, highest] = [0.5, 0, 1].map((quantile) =>
		quantileOf(ratios, quantile).toFixed(2),
	);
	return `${median} (${lowest}–${highest})`;
}

const row = (columns: readonly string[]) => `| ${columns.join(" | ")} |`;
