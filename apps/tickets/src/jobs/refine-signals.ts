import type { ClassifyResponse } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { Effort } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { NO_SIGNALS, type Signals } from "../domain/ticket.ts";
import type { Deps } from "../service.ts";
import { findModel } from "../store/models.ts";

interface Words {
	readonly subject: string;
	readonly body: string;
}

/**
 * The best signals the AI service can give, by the workspace's own model if it has one. The service keeps no models:
 * when it does not know ours, it is handed it and asked again.
 */
export async function refineSignals(
	{ db, ai }: Pick<Deps, "db" | "ai">,
	words: Words,
	context: CallContext,
): Promise<Signals> {
	const { workspaceId } = context;
	const model = await inTransaction(db, workspaceId, (tx) =>
		findModel(tx, workspaceId),
	);
	const request = {
		texts: [words],
		effort: Effort.EFFORT_BEST,
		modelId: model?.modelId ?? "",
	};
	const answer = await ai.classify(request, context);
	if (!answer.modelMissing || !model) return firstSignals(answer);
	await ai.loadModel(model, context);
	return firstSignals(await ai.classify(request, context));
}

/** The signals of a request's only text. */
export function firstSignals({ signals }: ClassifyResponse): Signals {
	const [first] = signals;
	return first ?? NO_SIGNALS;
}
