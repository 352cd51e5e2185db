import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { AiApi } from "@supportdesk/rpc/service-api.ts";

/** Unit-length vectors of texts, and the encoder that made them. */
export interface Encoded {
	readonly encoder: string;
	/** Of the encoder: those of other versions are comparable, but vectors that are kept are made again. */
	readonly version: string;
	readonly vectors: readonly Float32Array[];
}

/** A long article may have more passages than the AI service takes at once. */
const TEXTS_MAX = 200;

/**
 * Encodes texts by the AI service.
 *
 * @throws AppError when the service is unavailable, or changed its encoder between two parts of the texts.
 */
export async function encode(
	ai: AiApi,
	texts: readonly string[],
	context: CallContext,
): Promise<Encoded> {
	const vectors: Float32Array[] = [];
	let encoder = "";
	let version = "";
	for (let i = 0; i < texts.length; i += TEXTS_MAX) {
		const part = texts.slice(i, i + TEXTS_MAX);
		const answer = await ai.embed({ texts: part }, context);
		if (i > 0 && (answer.encoder !== encoder || answer.version !== version))
			throw new Error("the encoder changed on the way");
		encoder = answer.encoder;
		version = answer.version;
		// The bytes may begin anywhere in a larger buffer; floats must be aligned.
		const floats = new Float32Array(Uint8Array.from(answer.vectors).buffer);
		for (let at = 0; at < part.length; at++)
			vectors.push(
				floats.subarray(at * answer.dimensions, (at + 1) * answer.dimensions),
			);
	}
	return { encoder, version, vectors };
}
