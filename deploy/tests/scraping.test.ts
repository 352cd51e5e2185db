import { expect, it } from "vitest";
import { render } from "./manifests.ts";

const APPS = ["gateway", "tickets", "knowledge", "events", "mail", "ai"];

it("lets only Prometheus scrape the apps", () => {
	const manifests = render("production");
	const { spec } = manifests.find(({ kind }) => kind === "ServiceMonitor")!;
	expect(spec.jobLabel).toBe("app.kubernetes.io/component");
	const [{ port }] = spec.endpoints;
	const policy = manifests.find(
		({ kind, metadata }) =>
			kind === "NetworkPolicy" && metadata.name === "metrics",
	)!;
	const [{ values }] = spec.selector.matchExpressions;
	expect(values).toEqual(APPS);
	expect(policy.spec.podSelector.matchExpressions[0].values).toEqual(values);
	expect(policy.spec.ingress).toEqual([
		{
			from: [
				{
					namespaceSelector: {
						matchLabels: { "kubernetes.io/metadata.name": "monitoring" },
					},
				},
			],
			ports: [{ protocol: "TCP", port: 9464 }],
		},
	]);
	for (const app of APPS) {
		const of = (kind: string) =>
			manifests.find(
				(manifest) => manifest.kind === kind && manifest.metadata.name === app,
			)!;
		expect(of("Service").metadata.labels).toMatchObject({
			"app.kubernetes.io/component": app,
		});
		expect(of("Service").spec.ports).toContainEqual(
			expect.objectContaining({ name: port, targetPort: "metrics" }),
		);
		const [container] = of("Deployment").spec.template.spec.containers;
		expect(container.ports).toContainEqual({
			name: "metrics",
			containerPort: 9464,
		});
		expect(of("ConfigMap").data!.METRICS_PORT).toBe("9464");
	}
});
