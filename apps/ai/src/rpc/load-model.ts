import type {
	LoadModelRequest,
	LoadModelResponse,
} from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import type { ModelStore } from "../signals/model-store.ts";

/** Loads a model that the caller keeps, after Classify reported it missing. */
export function loadModel({ models }: { readonly models: ModelStore }) {
	return async ({
		modelId,
		model,
	}: LoadModelRequest): Promise<LoadModelResponse> => {
		try {
			await models.add(modelId, model);
		} catch (cause) {
			throw new AppError(
				"invalid_request",
				"invalid_parameter",
				"The model cannot be read. Train it again.",
				{ param: "model", cause },
			);
		}
		return {};
	};
}
