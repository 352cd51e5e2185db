import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, expect, it } from "vitest";
import {
	FOLDER,
	type Manifest,
	nameOf,
	OVERLAYS,
	render,
} from "./manifests.ts";

const folder = makeTempFolder("parameters");
afterAll(() => removeFolder(folder));

/** An overlay as an operator has edited it. */
function renderWith(
	overlay: (typeof OVERLAYS)[number],
	edits: Readonly<Record<string, readonly [RegExp, string][]>>,
): Manifest[] {
	const copy = join(folder, overlay);
	rmSync(copy, { recursive: true, force: true });
	cpSync(FOLDER, copy, { recursive: true });
	for (const [name, replacements] of Object.entries(edits)) {
		const file = join(copy, "overlays", overlay, name);
		let text = readFileSync(file, "utf8");
		for (const [pattern, value] of replacements) {
			expect(text).toMatch(pattern);
			text = text.replaceAll(pattern, value);
		}
		writeFileSync(file, text);
	}
	return render(overlay, copy);
}

const PARAMETERS: readonly [RegExp, string][] = [
	[/version: .+/g, "version: 2.3.4"],
	[/host: .+/g, "host: help.acme.example"],
	[/ingressClass: .+/g, "ingressClass: traefik"],
	[/ingressNamespace: .+/g, "ingressNamespace: edge"],
	[/monitoringNamespace: .+/g, "monitoringNamespace: observability"],
];

it.each(OVERLAYS)(
	"inserts the parameters of the %s overlay into the manifests",
	(overlay) => {
		const manifests = renderWith(overlay, { "parameters.yaml": PARAMETERS });
		const find = (name: string) =>
			manifests.find((manifest) => nameOf(manifest) === name)!;

		expect(find("ConfigMap/gateway").data).toMatchObject({
			PUBLIC_URL: "https://help.acme.example",
		});
		const { spec } = find("Ingress/gateway");
		expect(spec).toMatchObject({
			ingressClassName: "traefik",
			tls: [{ hosts: ["help.acme.example"] }],
			rules: [{ host: "help.acme.example" }],
		});
		const openTo = (policy: string) =>
			find(`NetworkPolicy/${policy}`).spec.ingress[0].from[0].namespaceSelector
				.matchLabels["kubernetes.io/metadata.name"];
		expect([openTo("gateway"), openTo("metrics")]).toEqual([
			"edge",
			"observability",
		]);
		expect(find("ConfigMap/parameters")).toBeUndefined();
	},
);

it("names the migration Job and every image after the version, also with a custom registry", () => {
	const manifests = renderWith("production", {
		"parameters.yaml": PARAMETERS,
		"kustomization.yaml": [
			[/newName: supportdesk/g, "newName: registry.acme.example:5000/support"],
		],
	});
	const jobs = manifests.filter(({ kind }) => kind === "Job");
	expect(jobs.map(nameOf)).toEqual(["Job/migrate-2.3.4"]);
	const images = manifests
		.filter(({ kind }) => ["Job", "Deployment"].includes(kind))
		.flatMap(({ spec }) => spec.template.spec.containers)
		.map(({ image }: { image: string }) => image);
	expect(new Set(images)).toEqual(
		new Set(
			["gateway", "tickets", "knowledge", "events", "mail", "ai"].map(
				(app) => `registry.acme.example:5000/support/${app}:2.3.4`,
			),
		),
	);
});
