import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { ReceivedMail } from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { TicketsApi } from "@supportdesk/rpc/service-api.ts";

/** A mail that reached the tickets service. */
export interface TakenMail extends ReceivedMail {
	readonly workspaceId: string;
	readonly raw: string;
}

export interface FakeTickets {
	readonly api: TicketsApi;
	readonly mails: TakenMail[];
	/** Thrown by the next calls, until it is undefined again. */
	failure: Error | undefined;
	/** Resolves before a mail is taken in. */
	before: () => Promise<void>;
}

const TAKEN: Rendered = {
	status: 201,
	body: Buffer.from("{}"),
	nextCursor: "",
	resourceId: "",
	replayed: false,
};

/** A tickets service with a mailbox for every address at `desk.example`, of one workspace each. */
export function fakeTickets(): FakeTickets {
	const fake: FakeTickets = {
		mails: [],
		failure: undefined,
		before: async () => {},
		api: {
			async findMailbox({ address }: { address: string }) {
				if (fake.failure) throw fake.failure;
				const [local, domain] = address.toLowerCase().split("@");
				if (domain !== "desk.example")
					throw new AppError("not_found", "mailbox_not_found", "None.");
				const name = local!.split("+")[0]!;
				return { workspaceId: `wsp_${name}`, mailboxId: `mbx_${name}` };
			},
			async receiveMail(
				parts: AsyncIterable<{ mail?: ReceivedMail; data: Buffer }>,
				{ workspaceId }: CallContext,
			) {
				if (fake.failure) throw fake.failure;
				let mail: ReceivedMail | undefined;
				const chunks: Buffer[] = [];
				for await (const part of parts) {
					mail ??= part.mail;
					chunks.push(part.data);
				}
				await fake.before();
				const bytes = Buffer.concat(chunks);
				const raw = bytes.subarray(bytes.length - mail!.rawSize);
				fake.mails.push({ ...mail!, workspaceId, raw: raw.toString("latin1") });
				return TAKEN;
			},
		} as unknown as TicketsApi,
	};
	return fake;
}
