import type { Measurement } from "./measure.ts";

/** Prints the measurements as Markdown, each beside the floor's of the same case. */
export function printTable(measurements: readonly Measurement[]): void {
	console.log(
		"| request | contender | CPU µs/request | × floor | by process (µs) | req/s | p50 | p95 | p99 ms |",
	);
	console.log("|---|---|---|---|---|---|---|---|---|");
	for (const each of measurements) {
		const floor = measurements.find(
			(other) => other.contender === "floor" && other.case === each.case,
		);
		const columns = [
			each.case,
			each.contender,
			each.cpuUs.toFixed(0),
			floor ? (each.cpuUs / floor.cpuUs).toFixed(2) : "–",
			Object.entries(each.cpuUsByProcess)
				.map(([name, cpuUs]) => `${name} ${cpuUs.toFixed(0)}`)
				.join(", "),
			each.requestsPerSecond.toFixed(0),
			each.p50.toFixed(1),
			each.p95.toFixed(1),
			each.p99.toFixed(1),
		];
		console.log(`| ${columns.join(" | ")} |`);
	}
	console.log("\nResident memory at the end of the last case, MB:");
	for (const name of new Set(measurements.map(({ contender }) => contender))) {
		const last = measurements.findLast(({ contender }) => contender === name)!;
		const memory = Object.entries(last.residentMbByProcess)
			.map(([process, mb]) => `${process} ${mb.toFixed(0)}`)
			.join(", ");
		console.log(`- ${name}: ${memory}`);
	}
}
