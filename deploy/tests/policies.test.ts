import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
	allowedNetworks,
	isAllowedAddress,
} from "@supportdesk/public-addresses/allowed-address.ts";
import { describe, expect, it } from "vitest";
import { type Manifest, nameOf, OVERLAYS, render } from "./manifests.ts";

const OURS = ["gateway", "tickets", "knowledge", "events", "mail", "ai"];

interface Container {
	readonly name: string;
	readonly image: string;
	readonly [field: string]: unknown;
}

describe.each(OVERLAYS)("the %s overlay", (overlay) => {
	const manifests = render(overlay);
	const ofKind = (...kinds: string[]) =>
		manifests.filter(({ kind }) => kinds.includes(kind));
	const named = (kind: string, name: string) =>
		ofKind(kind).find(({ metadata }) => metadata.name === name);
	const workloads = ofKind("Deployment", "StatefulSet", "Job", "CronJob");
	const pods = workloads.map(
		(manifest) => [nameOf(manifest), templateOf(manifest).spec] as const,
	);
	const containers = pods.flatMap(([name, pod]) =>
		[...(pod.initContainers ?? []), ...pod.containers].map(
			(container: Container) =>
				[`${name} ${container.name}`, container] as const,
		),
	);

	it("runs exactly the six apps as Deployments", () => {
		expect(
			ofKind("Deployment")
				.map(({ metadata }) => metadata.name)
				.sort(),
		).toEqual([...OURS].sort());
	});

	it.each(pods)("%s is not root and has no service account token", (_, pod) => {
		expect(pod.securityContext).toMatchObject({
			runAsNonRoot: true,
			seccompProfile: { type: "RuntimeDefault" },
		});
		expect(pod.securityContext.runAsUser).toBeGreaterThan(0);
		expect(pod.automountServiceAccountToken).toBe(false);
		expect(pod.hostNetwork ?? pod.hostPID ?? pod.hostIPC ?? false).toBe(false);
		const volumes: Record<string, unknown>[] = pod.volumes ?? [];
		expect(volumes.filter((volume) => "hostPath" in volume)).toEqual([]);
	});

	it.each(containers)("%s is locked down", (_, container) => {
		expect(container.securityContext).toMatchObject({
			allowPrivilegeEscalation: false,
			readOnlyRootFilesystem: true,
			capabilities: { drop: ["ALL"] },
		});
		expect(container.securityContext).not.toHaveProperty("privileged");
	});

	it.each(containers)("%s has requests and limits", (_, container) => {
		expect(container.resources).toMatchObject({
			requests: { cpu: expect.any(String), memory: expect.any(String) },
			limits: { cpu: expect.any(String), memory: expect.any(String) },
		});
	});

	it.each(containers)("%s names a version of its image", (_, { image }) => {
		const [, tag] = /:([\w][\w.-]*)$/.exec(image) ?? [];
		expect(tag ?? "latest").not.toBe("latest");
	});

	it.each(containers.filter(([name]) => !/^(Cron)?Job\//.test(name)))(
		"%s has all three probes",
		(_, container) => {
			expect(container).toHaveProperty("startupProbe");
			expect(container).toHaveProperty("readinessProbe");
			expect(container).toHaveProperty("livenessProbe");
		},
	);

	it.each(OURS)(
		"%s does not restart when a database is unavailable",
		(name) => {
			const [container] = named("Deployment", name)!.spec.template.spec
				.containers;
			for (const probe of [container.startupProbe, container.livenessProbe])
				expect(question(probe)).not.toEqual(question(container.readinessProbe));
		},
	);

	it.each(OURS)(
		"%s scales, survives a node's drain and stops gently",
		(name) => {
			const deployment = named("Deployment", name)!;
			expect(deployment.spec.replicas).toBeUndefined(); // the autoscaler sets it
			expect(deployment.spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
			expect(deployment.spec.minReadySeconds).toBeGreaterThan(5);
			const scaler = named("HorizontalPodAutoscaler", name)!;
			expect(scaler.spec.scaleTargetRef.name).toBe(name);
			expect(scaler.spec.minReplicas).toBeGreaterThanOrEqual(
				overlay === "production" ? 2 : 1,
			);
			const selector = deployment.spec.selector.matchLabels;
			expect(named("PodDisruptionBudget", name)!.spec).toMatchObject({
				selector: { matchLabels: selector },
			});
			const pod = deployment.spec.template.spec;
			expect(pod.terminationGracePeriodSeconds).toBe(40);
			expect(pod.containers[0].lifecycle.preStop.sleep.seconds).toBe(5);
			for (const spread of pod.topologySpreadConstraints) {
				expect(spread.labelSelector.matchLabels).toEqual(selector);
			}
			expect(pod.topologySpreadConstraints).toHaveLength(2);
		},
	);

	it.each(OURS.filter((name) => name !== "gateway"))(
		"%s is found pod by pod",
		(name) => {
			expect(named("Service", name)!.spec.clusterIP).toBe("None");
		},
	);

	it("denies all traffic that no policy allows", () => {
		expect(named("NetworkPolicy", "default-deny")!.spec).toEqual({
			podSelector: {},
			policyTypes: ["Ingress", "Egress"],
		});
	});

	it.each(workloads.map((manifest) => [nameOf(manifest), manifest] as const))(
		"%s has a way to what it calls, or is called by name",
		(_, manifest) => {
			const { labels } = templateOf(manifest).metadata;
			const policies = ofKind("NetworkPolicy").filter(
				({ spec }) => Object.keys(spec.podSelector).length > 0,
			);
			expect(
				policies.some(({ spec }) => selects(spec.podSelector, labels)),
			).toBe(true);
		},
	);

	it("reads only Secrets and ConfigMaps that exist", () => {
		const known = new Set(ofKind("Secret", "ConfigMap").map(nameOf));
		const wanted = containers.flatMap(([, container]) =>
			(
				(container.envFrom ?? []) as Record<
					string,
					{ name: string; optional?: boolean }
				>[]
			).flatMap(({ secretRef, configMapRef }) => [
				...(secretRef && !secretRef.optional
					? [`Secret/${secretRef.name}`]
					: []),
				...(configMapRef ? [`ConfigMap/${configMapRef.name}`] : []),
			]),
		);
		const missing = [...new Set(wanted)]
			.filter((name) => !known.has(name))
			.sort();
		// The operator creates the Secrets of a production installation; deploy/README.md lists them.
		expect(missing).toEqual(
			overlay === "dev"
				? []
				: [
						"backup",
						"events",
						"gateway",
						"knowledge",
						"migrate",
						"supportdesk-internal",
						"tickets",
					].map((name) => `Secret/${name}`),
		);
	});

	it("encrypts incoming traffic", () => {
		const ingress = named("Ingress", "gateway")!;
		const hosts = ingress.spec.rules.map(({ host }: { host: string }) => host);
		expect(ingress.spec.tls[0].hosts).toEqual(hosts);
	});
});

it.each(["webhooks", "imap"])(
	"lets %s reach no address that the service would refuse",
	(name) => {
		const policy = render("production").find(
			({ kind, metadata }) =>
				kind === "NetworkPolicy" && metadata.name === name,
		)!;
		const [{ to }] = policy.spec.egress;
		const [ipv4, ipv6] = to.map(
			({ ipBlock }: { ipBlock: { cidr: string; except: string[] } }) => ipBlock,
		);
		expect([ipv4.cidr, ipv6.cidr]).toEqual(["0.0.0.0/0", "2000::/3"]);
		for (const network of [...ipv4.except, ...ipv6.except]) {
			const [address] = network.split("/");
			expect([network, isAllowedAddress(address, allowedNetworks([]))]).toEqual(
				[network, false],
			);
		}
	},
);

it("contains no password in the production overlay", () => {
	expect(render("production").filter(({ kind }) => kind === "Secret")).toEqual(
		[],
	);
});

it("restores in a pod with the same restrictions, network access and volume as the backup's", () => {
	const find = (what: "production" | "restore", kind: string) =>
		templateOf(render(what).find((manifest) => manifest.kind === kind)!);
	const [backup, restore] = [
		find("production", "CronJob"),
		find("restore", "Job"),
	];
	const common = ({ metadata, spec }: typeof backup) => {
		const { image, securityContext, resources } = spec.containers[0];
		const { volumes, containers, ...pod } = spec;
		const [{ persistentVolumeClaim }] = volumes;
		const { labels } = metadata;
		return [
			pod,
			image,
			securityContext,
			resources,
			persistentVolumeClaim,
		].concat(labels["app.kubernetes.io/component"]);
	};
	expect(common(restore)).toEqual(common(backup));
});

it("administers in a pod with the same restrictions, login and network access as the migration's", () => {
	const job = render("production").find(({ kind }) => kind === "Job")!;
	const [pod] = render("admin");
	const common = (of: Pick<Manifest, "metadata" | "spec">) => {
		const { spec, metadata } = of;
		const [{ envFrom, securityContext, volumeMounts }] = spec.containers;
		return [
			{ envFrom, securityContext, volumeMounts },
			spec.serviceAccountName,
			spec.automountServiceAccountToken,
			spec.securityContext,
			metadata.labels?.["app.kubernetes.io/component"],
		];
	};
	expect(common(pod!)).toEqual(common(templateOf(job)));
});

it("has a Deployment for every app that serves", () => {
	const folder = fileURLToPath(new URL("../../apps", import.meta.url));
	const apps = readdirSync(folder).filter((app) =>
		existsSync(join(folder, app, "src/main.ts")),
	);
	// The command line and the one-process edition run elsewhere.
	expect(
		apps.filter((app) => !["admin", "standalone"].includes(app)).sort(),
	).toEqual([...OURS].sort());
});

/** The pods of a workload. */
const templateOf = ({ kind, spec }: Manifest) =>
	kind === "CronJob" ? spec.jobTemplate.spec.template : spec.template;

/** A probe's target, without its timing. */
const question = ({ grpc, httpGet }: Record<string, unknown>) =>
	grpc ?? httpGet;

function selects(
	selector: {
		matchLabels?: Record<string, string>;
		matchExpressions?: { key: string; values: string[] }[];
	},
	labels: Manifest["metadata"]["labels"] = {},
): boolean {
	return (
		Object.entries(selector.matchLabels ?? {}).every(
			([key, value]) => labels[key] === value,
		) &&
		(selector.matchExpressions ?? []).every(({ key, values }) =>
			values.includes(labels[key] ?? ""),
		)
	);
}
