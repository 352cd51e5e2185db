import {
	OpenAPIRegistry,
	OpenApiGeneratorV31,
	type RouteConfig,
} from "@asteasolutions/zod-to-openapi";
import {
	API_VERSIONS,
	LATEST_API_VERSION,
} from "@supportdesk/keys/api-versions.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { NON_BLANK_LINE } from "../api/fields.ts";
import { CONTACT_FORMS } from "../api/tickets.ts";
import { BODY_BYTES_MAX } from "../guards/read-body.ts";
import { KEY_FORM } from "../http/idempotency-key.ts";
import { VERSION_HEADER } from "../versions/request-version.ts";
import { errorExamples, errorResponses } from "./error-responses.ts";
import { COMMON_HEADERS, HEADERS, headersOf } from "./headers.ts";
import { OVERVIEW, TAGS } from "./overview.ts";
import { z } from "./zod.ts";

const SECURITY = "apiKey";
const MIB = 1024 * 1024;

/** The API document, generated from the schemas that validate the requests. */
export function openApiDocument() {
	const registry = new OpenAPIRegistry();
	registry.registerComponent("securitySchemes", SECURITY, {
		type: "http",
		scheme: "bearer",
		description: "An API key: `sk_live_` and 38 letters and digits.",
	});
	for (const [name, header] of Object.entries(HEADERS)) {
		registry.registerComponent("headers", name, header);
	}
	registry.registerComponent("parameters", VERSION_PARAMETER, VERSION);
	for (const [code, example] of errorExamples()) {
		registry.registerComponent("examples", code, example);
	}
	for (const [name, form] of Object.entries(CONTACT_FORMS)) {
		registry.register(name, form);
	}
	for (const endpoint of ENDPOINTS) registry.registerPath(routeOf(endpoint));
	const generator = new OpenApiGeneratorV31(registry.definitions);
	const document = generator.generateDocument({
		openapi: "3.1.0",
		info: {
			title: "Support Desk API",
			version: LATEST_API_VERSION,
			description: OVERVIEW,
			license: {
				name: "Apache-2.0",
				url: "https://www.apache.org/licenses/LICENSE-2.0",
			},
		},
		servers: [{ url: "/", description: "This installation." }],
		tags: TAGS,
	});
	describeDefaults(document.components?.schemas ?? {});
	return document;
}

const VERSION_PARAMETER = "version";
const VERSION = {
	name: VERSION_HEADER,
	in: "header" as const,
	required: false,
	description: "The version of the API; the key's own if it is not given.",
	schema: { type: "string" as const, enum: [...API_VERSIONS] },
};

/** States the defaults of a schema's fields in words: generated clients require a field that has a `default`. */
function describeDefaults(schemas: Record<string, object>): void {
	for (const schema of Object.values(schemas)) {
		const { properties = {} } = schema as { properties?: object };
		const fields: { default?: unknown; description?: string }[] =
			Object.values(properties);
		for (const field of fields) {
			if (field.default === undefined) continue;
			const words = `\`${JSON.stringify(field.default)}\` if not given.`;
			field.description = [field.description, words].filter(Boolean).join(" ");
			delete field.default;
		}
	}
}

function routeOf(endpoint: Endpoint): RouteConfig {
	const { documentation, scope } = endpoint;
	return {
		method: endpoint.method,
		path: endpoint.path.replaceAll(/:(\w+)/g, "{$1}"),
		operationId: documentation.operationId,
		summary: documentation.summary,
		description: `${documentation.description ?? documentation.summary}${documentation.description ? "" : "."}\n\nScope: ${scope ? `\`${scope}\`` : "none"}.`,
		tags: [documentation.tag],
		security: [{ [SECURITY]: [] }],
		parameters: [{ $ref: `#/components/parameters/${VERSION_PARAMETER}` }],
		request: requestOf(endpoint),
		responses: {
			...(documentation.changes && {
				200: successOf(endpoint, 200, documentation.changes),
			}),
			[documentation.status ?? 200]: successOf(endpoint),
			...errorResponses(endpoint),
		},
	};
}

function requestOf(endpoint: Endpoint): RouteConfig["request"] {
	const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
	const { requestExample } = endpoint.documentation;
	return {
		params: z.object(
			Object.fromEntries(
				names.map((name) => [name, parameter(endpoint, name)]),
			),
		),
		...(endpoint.query && { query: endpoint.query as never }),
		...(endpoint.idempotent && { headers: idempotencyHeader }),
		...(endpoint.rawBody && {
			body: {
				description: `At most ${endpoint.bodyBytesMax! / MIB} MiB.`,
				required: true,
				content: {
					[endpoint.rawBody]: {
						schema: { type: "string", format: "binary" },
						example: requestExample,
					},
				},
			},
		}),
		...(endpoint.body && {
			body: {
				description: `At most ${(endpoint.bodyBytesMax ?? BODY_BYTES_MAX.plain) / MIB} MiB.`,
				required: !endpoint.bodyOptional,
				content: {
					"application/json": {
						schema: endpoint.documentation.request ?? endpoint.body,
						...(requestExample !== undefined && { example: requestExample }),
					},
				},
			},
		}),
	};
}

const idempotencyHeader = z.object({
	"Idempotency-Key": z.string().regex(KEY_FORM).optional().openapi({
		description:
			"Any unique text, a UUID for example. A request that repeats it within 24 hours gets the response of the first request and changes nothing again.",
	}),
});

function parameter(endpoint: Endpoint, name: string) {
	const id = endpoint.ids[name];
	return z.string().openapi({
		description: id
			? `Starts with \`${id.prefix}_\`.`
			: `The ${name}, percent-encoded.`,
		...(!id && { pattern: NON_BLANK_LINE }),
		example: id ? `${id.prefix}_01kadszz00e2xv0f1b2c3d4e5f` : "refunds",
	});
}

function contentOf(endpoint: Endpoint) {
	const { response, responseExample: example } = endpoint.documentation;
	if ("read" in endpoint && response)
		return { "application/x-ndjson": { schema: response, example } };
	if (response) return { "application/json": { schema: response, example } };
	return "stream" in endpoint
		? { "text/event-stream": { schema: { type: "string" as const }, example } }
		: { "application/octet-stream": {}, "*/*": {} };
}

const DESCRIPTIONS = {
	200: "Success.",
	201: "Created.",
	202: "Accepted: a job does it.",
};

function successOf(
	endpoint: Endpoint,
	status = endpoint.documentation.status,
	description = DESCRIPTIONS[status ?? 200],
) {
	const { idempotent, query } = endpoint;
	return {
		description,
		headers: headersOf([
			...COMMON_HEADERS,
			...(status === 201 || status === 202 ? (["Location"] as const) : []),
			...(query && endpoint.method === "get" ? (["Link"] as const) : []),
			...(idempotent ? (["Idempotent-Replayed"] as const) : []),
		]),
		content: contentOf(endpoint),
	};
}
