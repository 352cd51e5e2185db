import type { CreateMailboxRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import {
	defaultContactName,
	parseContactName,
} from "../domain/contact-name.ts";
import { mailboxExists } from "../domain/errors.ts";
import { imapStatus } from "../domain/imap-account.ts";
import {
	checkIntake,
	type Intake,
	type Mailbox,
	parseMailboxAddress,
} from "../domain/mailbox.ts";
import { pickGroup } from "../domain/references.ts";
import { breaksMailboxAddress, insertMailbox } from "../store/mailboxes.ts";
import { selectReferences } from "../store/references.ts";
import { encryptImapUrl } from "./imap-secret.ts";
import { mailboxJson } from "./mailbox-json.ts";

type CreateDeps = Pick<Deps, "db" | "clock" | "secretsKey">;

export function createMailbox({ db, clock, secretsKey }: CreateDeps) {
	return async (request: CreateMailboxRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { idempotency, groupId, imapUrl = "" } = request;
		const address = parseMailboxAddress(request.address);
		const name = parseContactName(request.name, "name");
		const autoReply = request.autoReply ?? { enabled: false, body: "" };
		const intake = request.intake as Intake;
		checkIntake(intake, imapUrl !== "", autoReply);
		const now = clock.now();
		const operation = operationOf(
			context,
			"mailboxes.create",
			idempotency,
			now,
		);
		const response = await runOperation(
			db,
			operation,
			[selectReferences(workspaceId, { groupId })],
			async (tx, [references]) => {
				const group = pickGroup(groupId, references.rows[0]!.group);
				const mailbox: Mailbox = {
					id: newId("mbx", now.getTime()),
					address: address.address,
					name: name ?? defaultContactName(address),
					groupId: group?.id ?? null,
					signature: request.signature,
					autoReply,
					intake,
					imap: imapStatus(intake === "imap"),
					createdAt: now.toISOString(),
				};
				const secret = encryptImapUrl(secretsKey, mailbox.id, imapUrl);
				await tx
					.query(insertMailbox(workspaceId, mailbox, address.key, secret))
					.catch((err) => {
						throw breaksMailboxAddress(err) ? mailboxExists() : err;
					});
				return {
					status: 201,
					body: mailboxJson(mailbox),
					resourceId: mailbox.id,
				};
			},
		);
		return stored(response);
	};
}
