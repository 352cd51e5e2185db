import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";

export interface Manifest {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: {
		readonly name: string;
		readonly namespace?: string;
		readonly labels?: Readonly<Record<string, string>>;
	};
	// biome-ignore lint/suspicious/noExplicitAny: the schemas check the shape; a policy looks at one corner of it.
	readonly spec?: any;
	readonly data?: Readonly<Record<string, string>>;
}

export const OVERLAYS = ["dev", "production"] as const;

export const FOLDER = fileURLToPath(new URL("../kubernetes", import.meta.url));

/**
 * The manifests that `kubectl apply -k` would send. @throws Error with the reason when kubectl is missing or refuses.
 */
export function render(
	what: (typeof OVERLAYS)[number] | "restore" | "admin",
	kubernetes = FOLDER,
): Manifest[] {
	const folder = OVERLAYS.some((overlay) => overlay === what)
		? `overlays/${what}`
		: what;
	const text = execFileSync(
		"kubectl",
		["kustomize", `${kubernetes}/${folder}`],
		{
			encoding: "utf8",
		},
	);
	return parseAllDocuments(text).map((document) =>
		unwrapSecrets(document.toJS()),
	);
}

/** Long secrets have several lines of base64, which the API server accepts and the schema's format does not. */
function unwrapSecrets(manifest: Manifest): Manifest {
	if (manifest.kind !== "Secret") return manifest;
	const data = Object.entries(manifest.data ?? {}).map(([key, value]) => [
		key,
		value.replaceAll("\n", ""),
	]);
	return { ...manifest, data: Object.fromEntries(data) };
}

/** The module with the schemas and types of a kind. */
export function moduleOf({ apiVersion }: Manifest): string {
	return apiVersion.startsWith("monitoring.coreos.com/")
		? `@kubernetes-models/prometheus-operator/${apiVersion}`
		: `kubernetes-models/${apiVersion}`;
}

/** `Deployment/gateway`, for messages. */
export const nameOf = ({ kind, metadata }: Manifest) =>
	`${kind}/${metadata.name}`;
