import type { UpdateMailboxRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { parseContactName } from "../domain/contact-name.ts";
import { mailboxNotFound } from "../domain/errors.ts";
import { imapStatus } from "../domain/imap-account.ts";
import { checkIntake, type Intake, type Mailbox } from "../domain/mailbox.ts";
import { pickGroup } from "../domain/references.ts";
import { lockMailbox, saveMailbox } from "../store/mailboxes.ts";
import { selectReferences } from "../store/references.ts";
import { encryptImapUrl } from "./imap-secret.ts";
import { mailboxJson } from "./mailbox-json.ts";

type UpdateDeps = Pick<Deps, "db" | "clock" | "secretsKey">;

export function updateMailbox({ db, clock, secretsKey }: UpdateDeps) {
	return async (request: UpdateMailboxRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { id, groupId, imapUrl } = request;
		const name = parseContactName(request.name, "name");
		const now = clock.now();
		const scope = `mailboxes.update:${id}`;
		const operation = operationOf(context, scope, undefined, now);
		const response = await runOperation(
			db,
			operation,
			[
				lockMailbox(workspaceId, id),
				selectReferences(workspaceId, { groupId: groupId || undefined }),
			],
			async (tx, [locked, references]) => {
				const current = locked.rows[0];
				if (!current) throw mailboxNotFound();
				const group = pickGroup(groupId, references.rows[0]!.group);
				const { mailbox } = current;
				const intake = (request.intake as Intake | undefined) ?? mailbox.intake;
				const next: Mailbox = {
					...mailbox,
					name: name ?? mailbox.name,
					groupId:
						groupId === undefined ? mailbox.groupId : (group?.id ?? null),
					signature: request.signature ?? mailbox.signature,
					autoReply: request.autoReply ?? mailbox.autoReply,
					intake,
					imap: imapStatus(intake === "imap", mailbox.imap),
				};
				const secret =
					imapUrl === undefined
						? current.imapUrl
						: encryptImapUrl(secretsKey, id, imapUrl);
				checkIntake(next.intake, secret !== null, next.autoReply);
				tx.defer(saveMailbox(workspaceId, next, secret, now));
				return { status: 200, body: mailboxJson(next), resourceId: "" };
			},
		);
		return stored(response);
	};
}
