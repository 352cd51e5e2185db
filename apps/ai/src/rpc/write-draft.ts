import type {
	WriteDraftRequest,
	WriteDraftResponse,
} from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { DraftWriter } from "../drafts/draft.ts";

/** A draft from the given articles; an empty body when they hold no answer. */
export function writeDraft({ write }: { readonly write: DraftWriter }) {
	return async (
		request: WriteDraftRequest,
		{ signal }: CallContext,
	): Promise<WriteDraftResponse> => {
		const draft = await write(request, signal);
		if (!draft)
			return {
				body: "",
				confidence: 0,
				sourceArticleIds: [],
				generatedBy: "",
			};
		return { ...draft, sourceArticleIds: [...draft.sourceArticleIds] };
	};
}
