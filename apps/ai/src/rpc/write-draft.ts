import type {
	WriteDraftRequest,
	WriteDraftResponse,
} from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { DraftWriter } from "../drafts/draft.ts";
import type { Metrics } from "../metrics.ts";

export interface WriteDraftDeps {
	readonly write: DraftWriter;
	readonly metrics: Metrics;
}

/** A draft from the given articles; an empty body when they hold no answer. */
export function writeDraft({ write, metrics }: WriteDraftDeps) {
	return async (
		request: WriteDraftRequest,
		{ signal }: CallContext,
	): Promise<WriteDraftResponse> => {
		const startedMs = performance.now();
		const draft = await write(request, signal);
		metrics.drafted(draft?.generatedBy ?? "", performance.now() - startedMs);
		if (!draft)
			return {
				body: "",
				confidence: 0,
				sourceArticleIds: [],
				sentences: [],
				generatedBy: "",
			};
		return {
			...draft,
			sourceArticleIds: [...draft.sourceArticleIds],
			sentences: draft.sentences.map((sentence) => ({
				...sentence,
				sources: [...sentence.sources],
			})),
		};
	};
}
