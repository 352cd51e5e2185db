import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createMetrics } from "@supportdesk/gateway/observe/metrics.ts";
import { expect, it } from "vitest";
import { render } from "./manifests.ts";

// From kube-state-metrics, the kubelet and Prometheus itself.
const NOT_OURS = /^(kube_|container_|up$)/;
const WORDS = /\b[a-z][a-z0-9_]*_[a-z0-9_]+\b/g;
const FUNCTIONS = new Set(["histogram_quantile", "label_values", "job_name"]);

const ours = new Set(
	createMetrics()
		.registry.getMetricsAsArray()
		.flatMap(({ name }) => [
			name,
			...["_bucket", "_count", "_sum"].map((end) => name + end),
		]),
);

it("alerts on metrics that the gateway has", () => {
	const rules = render("production").find(
		({ kind }) => kind === "PrometheusRule",
	)!;
	const expressions: string[] = rules.spec.groups.flatMap(
		({ rules }: { rules: { expr: string }[] }) => rules.map(({ expr }) => expr),
	);
	expect(expressions.length).toBeGreaterThan(5);
	expect(expressions.flatMap(unknownMetrics)).toEqual([]);
});

it("draws metrics that the gateway has", () => {
	const file = new URL("../grafana/supportdesk.json", import.meta.url);
	const { panels } = JSON.parse(readFileSync(fileURLToPath(file), "utf8"));
	const expressions: string[] = panels.flatMap(
		({ targets }: { targets: { expr: string }[] }) =>
			targets.map(({ expr }) => expr),
	);
	expect(expressions.length).toBeGreaterThan(5);
	expect(expressions.flatMap(unknownMetrics)).toEqual([]);
});

it("explains every alert to operators", () => {
	const rules = render("production").find(
		({ kind }) => kind === "PrometheusRule",
	)!;
	const names: string[] = rules.spec.groups.flatMap(
		({ rules }: { rules: { alert: string }[] }) =>
			rules.map(({ alert }) => alert),
	);
	const docs = readFileSync(
		fileURLToPath(new URL("../README.md", import.meta.url)),
		"utf8",
	);
	expect(names.filter((name) => !docs.includes(name))).toEqual([]);
});

function unknownMetrics(expression: string): string[] {
	const withoutLabels = expression.replaceAll(/\{[^}]*\}/g, "");
	return [...withoutLabels.matchAll(WORDS)]
		.map(([word]) => word)
		.filter(
			(word) => !FUNCTIONS.has(word) && !NOT_OURS.test(word) && !ours.has(word),
		);
}
