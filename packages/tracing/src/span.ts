import {
	type Context,
	context,
	propagation,
	type Span,
	SpanKind,
	SpanStatusCode,
	TraceFlags,
	trace,
} from "@opentelemetry/api";

type Attributes = Readonly<Record<string, string | number>>;
type Carrier = Record<string, string>;

const KINDS = {
	server: SpanKind.SERVER,
	client: SpanKind.CLIENT,
	internal: SpanKind.INTERNAL,
};

/** Calls in this context, in other processes too, belong to this trace, whose spans are never sent. */
const UNSENT = trace.wrapSpanContext({
	traceId: "00000000000000000000000000000001",
	spanId: "0000000000000001",
	traceFlags: TraceFlags.NONE,
});

let enabled = false;

/** Enables tracing. Until then every function here costs one comparison. */
export function turnOn(): void {
	enabled = true;
}

/**
 * Runs `work` as a span of the trace that the caller is in. A failure marks the span and is rethrown.
 *
 * @param name one of few different values: a route or a method, never a path or an id.
 * @param parent the caller's headers, when it is in another process; malformed ones begin a new trace.
 */
export function inSpan<T>(
	name: string,
	kind: keyof typeof KINDS,
	attributes: Attributes,
	work: () => Promise<T>,
	parent?: Carrier,
): Promise<T> {
	if (!enabled) return work();
	return runInSpan(name, kind, attributes, work, parent);
}

/** Runs `work` without spans: for polling, which runs several times a second without a request. */
export function untraced<T>(work: () => Promise<T>): Promise<T> {
	if (!enabled) return work();
	return context.with(trace.setSpan(context.active(), UNSENT), work);
}

async function runInSpan<T>(
	name: string,
	kind: keyof typeof KINDS,
	attributes: Attributes,
	work: () => Promise<T>,
	parent?: Carrier,
): Promise<T> {
	const span = startSpan(name, kind, attributes, parent);
	try {
		return await context.with(trace.setSpan(context.active(), span), work);
	} catch (err) {
		markFailed(span, err);
		throw err;
	} finally {
		span.end();
	}
}

function startSpan(
	name: string,
	kind: keyof typeof KINDS,
	attributes: Attributes,
	parent: Carrier | undefined,
): Span {
	const from: Context = parent
		? propagation.extract(context.active(), parent)
		: context.active();
	const options = { kind: KINDS[kind], attributes: { ...attributes } };
	return trace.getTracer("supportdesk").startSpan(name, options, from);
}

/** A span that is ended by an event rather than by a promise: an HTTP request's. */
export interface OpenSpan {
	/** Runs `next` and all it leads to as part of the span. */
	run(next: () => void): void;
	/** Sets what is known only at the end of the request, and ends the span. */
	end(name: string, attributes: Attributes, failed: boolean): void;
}

/** Opens a span; undefined while tracing is off. */
export function openSpan(name: string, parent: Carrier): OpenSpan | undefined {
	if (!enabled) return undefined;
	const span = startSpan(name, "server", {}, parent);
	return {
		run: (next) => context.with(trace.setSpan(context.active(), span), next),
		end(finalName, attributes, failed) {
			span.updateName(finalName);
			span.setAttributes({ ...attributes });
			if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
			span.end();
		},
	};
}

/** The headers with which another process continues this trace; undefined while tracing is off. */
export function traceHeaders(): Carrier | undefined {
	if (!enabled) return undefined;
	const carrier: Carrier = {};
	propagation.inject(context.active(), carrier);
	return carrier;
}

/** Error messages may quote a customer; the span has only the class, the log has the rest. */
function markFailed(span: Span, err: unknown): void {
	const type = err instanceof Error ? err.name : typeof err;
	span.setAttribute("error.type", type);
	span.setStatus({ code: SpanStatusCode.ERROR });
}
