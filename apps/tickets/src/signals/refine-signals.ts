import type { ClassifyResponse } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { Effort } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { NO_SIGNALS, type Signals } from "../domain/ticket.ts";
import { selectModel } from "../store/models.ts";

interface Words {
	readonly subject: string;
	readonly body: string;
}

/**
 * The best signals the AI service can give, by the workspace's own model if it has one. The service keeps no models:
 * when it does not know ours, it is handed it and asked again.
 *
 * @param modelId the workspace's own model; undefined if it has none.
 */
export async function refineSignals(
	{ ai, db }: Pick<Deps, "ai" | "db">,
	words: Words,
	modelId: string | undefined,
	context: CallContext,
): Promise<Signals> {
	const { workspaceId } = context;
	const request = {
		texts: [words],
		effort: Effort.EFFORT_BEST,
		modelId: modelId ?? "",
	};
	const answer = await ai.classify(request, context);
	if (!answer.modelMissing) return firstSignals(answer);
	const [own] = await read(db, workspaceId, selectModel(workspaceId));
	if (!own) return firstSignals(answer);
	await ai.loadModel(own, context);
	return firstSignals(
		await ai.classify({ ...request, modelId: own.modelId }, context),
	);
}

/** The signals of a request's only text. */
export function firstSignals({ signals }: ClassifyResponse): Signals {
	const [first] = signals;
	if (!first) return NO_SIGNALS;
	// One digit behind the point is more than a calibrated percentage means, and is stored without loss.
	return { ...first, confidence: Math.round(first.confidence * 10) / 10 };
}
