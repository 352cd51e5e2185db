import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Encoder } from "@supportdesk/ai/encoder/encoder.ts";
import { findModel } from "@supportdesk/ai/encoder/ensure-model.ts";
import { openMiniLm } from "@supportdesk/ai/encoder/minilm-encoder.ts";
import { openStaticEncoder } from "@supportdesk/ai/encoder/static-encoder.ts";
import { cacheVectors } from "../ai/vector-file.ts";

const QUEUE_MAX = 10_000;
/** Folder of MiniLM's cached vectors. */
const VECTORS = ".cache/vectors";

export interface BenchEncoders {
	/** The static table, and MiniLM if its file exists. */
	readonly all: readonly Encoder[];
	close(): Promise<void>;
}

/** The encoders of the product. @param modelsDir folder of MiniLM's file. */
export async function openBenchEncoders(
	modelsDir: string,
): Promise<BenchEncoders> {
	const modelFile = await findModel(modelsDir);
	if (!modelFile) {
		console.error(
			`MiniLM is not in ${modelsDir}: its rows are missing. npm run ai:model downloads it.`,
		);
		return { all: [openStaticEncoder()], close: async () => {} };
	}
	const miniLm = await openMiniLm({
		modelFile,
		threads: Math.max(1, availableParallelism() - 1),
		queueMax: QUEUE_MAX,
	});
	const file = join(VECTORS, `${miniLm.name}.bin`);
	const kept = cacheVectors(miniLm, file, () => {});
	return { all: [openStaticEncoder(), kept], close: () => miniLm.close() };
}
