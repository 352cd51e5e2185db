import { rm } from "node:fs/promises";
import type { Text } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { onTestFinished } from "vitest";
import { type Config, loadConfig } from "../src/config.ts";
import { createService, type Service } from "../src/service.ts";

/** The context of a call that is never cancelled. */
export const context: CallContext = {
	requestId: "req_test",
	workspaceId: "wsp_test",
	apiKeyId: "",
	actorId: "",
	deadline: Number.MAX_SAFE_INTEGER,
	signal: new AbortController().signal,
	operationId: "",
};

/** A service without MiniLM, stopped when the test ends. It writes and embeds; its signals need `start`. */
export async function givenService(
	env: Record<string, string> = {},
	stopLater: (stop: () => Promise<void>) => void = onTestFinished,
	log = createLogger({ name: "test", level: "silent" }),
): Promise<Service> {
	const folder = makeTempFolder("ai");
	const config: Config = loadConfig({
		INTERNAL_SECRET: "a secret of at least thirty-two characters",
		SUPPORTDESK_MODELS: folder,
		SUPPORTDESK_MODELS_FETCH: "false",
		...env,
	});
	const service = createService(config, log);
	stopLater(async () => {
		await service.stop();
		await rm(folder, { recursive: true });
	});
	return service;
}

/** A ticket without a subject. */
export function ticket(body: string): Text {
	return { subject: "", body };
}
