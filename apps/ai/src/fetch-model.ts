// Downloads the models into SUPPORTDESK_MODELS; run when an image is built, so that its containers need no network.
import {
	ensureModel,
	MINILM,
	MULTILINGUAL_E5,
} from "./encoder/ensure-model.ts";

const folder = process.env.SUPPORTDESK_MODELS ?? ".cache/models";
for (const model of [MINILM, MULTILINGUAL_E5]) {
	try {
		console.log(await ensureModel(folder, model));
	} catch (err) {
		// Everything works without the models, only less well: no reason to fail a build.
		console.warn(
			`Continuing without ${model.title}: ${(err as Error).message}`,
		);
	}
}
