import { turnOn } from "./span.ts";

// Also at the end of a process, which a collector that is away must not hold up.
const SEND_MS_MAX = 3_000;

export interface Tracing {
	/** Sends what is not sent yet, if the collector takes it. */
	stop(): Promise<void>;
}

/**
 * Sends spans to an OpenTelemetry collector, in batches. The libraries for it are loaded here, so a process that does
 * not trace does not have them in memory.
 *
 * @param endpoint of the collector's OTLP over HTTP, for example `http://collector:4318`; undefined for no tracing.
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
