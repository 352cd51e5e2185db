import { InferenceSession, Tensor } from "onnxruntime-node";
import {
	INPUT,
	OUTPUT,
	type TransformerWeights,
	transformerGraph,
} from "./transformer-graph.ts";

export interface Transformer {
	/** The states of the last layer for the summed embeddings of a text's pieces, one after the other. */
	statesOf(embeddings: Float32Array): Promise<Float32Array>;
	release(): Promise<void>;
}

/** Opens a model in onnxruntime, on the thread that calls it. */
export async function openTransformer(
	weights: TransformerWeights,
): Promise<Transformer> {
	const { hidden } = weights.shape;
	const session = await InferenceSession.create(transformerGraph(weights), {
		intraOpNumThreads: 1,
		interOpNumThreads: 1,
		enableMemPattern: false, // remembers a layout of memory for each length of text: 5 MB
	});
	return {
		async statesOf(embeddings) {
			const shape = [1, embeddings.length / hidden, hidden];
			const { [OUTPUT]: states } = await session.run({
				[INPUT]: new Tensor("float32", embeddings, shape),
			});
			if (!states) throw new Error(`the model has no output ${OUTPUT}`);
			return states.data as Float32Array;
		},
		release: () => session.release(),
	};
}
