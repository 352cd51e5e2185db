// Downloads MiniLM into SUPPORTDESK_MODELS; run when an image is built, so that its containers need no network.
import { ensureModel } from "./encoder/ensure-model.ts";

const folder = process.env.SUPPORTDESK_MODELS ?? ".cache/models";
try {
	console.log(await ensureModel(folder));
} catch (err) {
	// Everything works without the model, only less well: no reason to fail a build.
	console.warn(`Continuing without MiniLM: ${(err as Error).message}`);
}
