import { read } from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../deps.ts";
import { composeNotice } from "../mail/compose-notice.ts";
import type { NotifyAgentPayload } from "../queue.ts";
import { selectActiveAgent } from "../store/agents.ts";

/** Sends a mail to an agent; the queue retries it when the mail server refuses it. */
export function notifyAgent({
	db,
	clock,
	log,
	mail,
	mailFrom,
}: Pick<Deps, "db" | "clock" | "log" | "mail" | "mailFrom">) {
	return async (notice: NotifyAgentPayload): Promise<void> => {
		const { workspaceId, agentId, noticeId } = notice;
		const [agent] = await read(
			db,
			workspaceId,
			selectActiveAgent(workspaceId, agentId),
		);
		if (!agent) {
			log.info({ noticeId, agentId }, "no active agent to notify");
			return;
		}
		await mail.send(composeNotice(notice, agent, mailFrom, clock.now()));
	};
}
