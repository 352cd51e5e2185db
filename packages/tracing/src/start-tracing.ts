import { turnOn } from "./span.ts";

// Also at the end of a process, which an unavailable collector must not delay.
const SEND_MS_MAX = 3_000;

export interface Tracing {
	/** Sends the remaining spans if the collector accepts them. */
	stop(): Promise<void>;
}

/**
 * Sends spans to an OpenTelemetry collector, in batches. The libraries for it are loaded here, so a process without
 * tracing does not have them in memory.
 *
 * @param endpoint the collector's address for OTLP over HTTP, for example `http://collector:4318`; undefined for no
 * tracing.
 */
export async function startTracing(
	serviceName: string,
	endpoint: string | undefined,
): Promise<Tracing> {
	if (endpoint === undefined) return { stop: async () => {} };
	const [{ OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
		await Promise.all([
			import("@opentelemetry/exporter-trace-otlp-proto"),
			import("@opentelemetry/resources"),
			import("@opentelemetry/sdk-trace-node"),
		]);
	const exporter = new OTLPTraceExporter({
		url: `${endpoint.replace(/\/$/, "")}/v1/traces`,
		timeoutMillis: SEND_MS_MAX,
	});
	const provider = new sdk.NodeTracerProvider({
		resource: resourceFromAttributes({ "service.name": serviceName }),
		spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
	});
	provider.register();
	turnOn();
	return { stop: () => provider.shutdown().catch(() => {}) };
}
