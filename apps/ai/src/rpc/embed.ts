import type {
	EmbedRequest,
	EmbedResponse,
} from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import type { Encoders } from "../encoder/encoders.ts";
import type { Metrics } from "../metrics.ts";

/** Half a minute of MiniLM on one thread; a larger batch is sent in parts. */
const TEXTS_MAX = 1_000;

export interface EmbedDeps {
	readonly encoders: Encoders;
	readonly metrics: Metrics;
}

/** Vectors of texts by the best encoder there is. */
export function embed({ encoders, metrics }: EmbedDeps) {
	return async (request: EmbedRequest): Promise<EmbedResponse> => {
		if (request.texts.length > TEXTS_MAX)
			throw new AppError(
				"invalid_request",
				"invalid_parameter",
				`At most ${TEXTS_MAX} texts can be embedded at once.`,
				{ param: "texts" },
			);
		const encoder = encoders.best();
		const { version = "" } = encoder;
		const startedMs = performance.now();
		const vectors = await encoder.embed(request.texts);
		metrics.encoded("embed", encoder.name, performance.now() - startedMs);
		const bytes = new Float32Array(vectors.length * encoder.dimensions);
		vectors.forEach((vector, i) => {
			bytes.set(vector, i * encoder.dimensions);
		});
		return {
			encoder: encoder.name,
			dimensions: encoder.dimensions,
			vectors: Buffer.from(bytes.buffer),
			version,
		};
	};
}
