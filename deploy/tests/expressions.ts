import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { render } from "./manifests.ts";

/** One metric as an alert or a panel queries it. */
export interface Selector {
	readonly metric: string;
	/** The apps that `job` selects. */
	readonly jobs: readonly string[];
	/** The product's labels that it selects by. */
	readonly labels: readonly string[];
	/** The alert or panel that queries it. */
	readonly by: string;
}

interface Alert {
	readonly alert: string;
	readonly expr: string;
	readonly annotations: { readonly summary: string };
}

/** The alerts of the production overlay. */
export function alerts(): Alert[] {
	const rules = render("production").find(
		({ kind }) => kind === "PrometheusRule",
	)!;
	return rules.spec.groups.flatMap(({ rules }: { rules: Alert[] }) => rules);
}

/** The expressions of the dashboard, by panel. */
export function panels(): { title: string; expr: string }[] {
	const file = new URL("../grafana/supportdesk.json", import.meta.url);
	const { panels } = JSON.parse(readFileSync(fileURLToPath(file), "utf8"));
	return panels.flatMap(
		({ title, targets }: { title: string; targets: { expr: string }[] }) =>
			targets.map(({ expr }) => ({ title, expr })),
	);
}

// From kube-state-metrics, the kubelet and Prometheus itself.
const NOT_OURS = /^(kube_|container_|up$)/;
const SELECTOR = /([a-z][a-z0-9_]*)\{([^}]*)\}/g;
const MATCHER = /(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g;

/** The product's metrics that an expression queries. Each selects its apps. */
export function selectors(expr: string, by: string): Selector[] {
	return [...expr.matchAll(SELECTOR)]
		.filter(([, metric]) => !NOT_OURS.test(metric!))
		.map(([, metric, inner]) => {
			const matchers = new Map(
				[...inner!.matchAll(MATCHER)].map(([, label, value]) => [
					label!,
					value!,
				]),
			);
			return {
				metric: metric!,
				jobs: (matchers.get("job") ?? "").split("|"),
				labels: [...matchers.keys()].filter(
					(label) => !["job", "namespace"].includes(label),
				),
				by,
			};
		});
}
