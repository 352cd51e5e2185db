import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";

/** Where mails leave. */
export interface MailTransport {
	/** Resolves when the mail is in the hands of the server, or safe on the disk. */
	send(mail: SendMailOptions): Promise<void>;
	close(): Promise<void>;
}

export interface MailConfig {
	/** `smtp://` or `smtps://`, with user and password if the server wants them. */
	readonly smtpUrl: string | undefined;
	/** Takes the mails as `.eml` files when no server is given. */
	readonly outboxDir: string;
}

const TIMEOUT_MS = 10_000; // to connect, and to be greeted
const SILENCE_MS = 30_000; // a server that says nothing for this long has gone

/** SMTP if a server is configured, else the outbox folder. */
export function createMailTransport(config: MailConfig): MailTransport {
	return config.smtpUrl === undefined
		? outbox(config.outboxDir)
		: smtp(config.smtpUrl);
}

function smtp(url: string): MailTransport {
	const transport = createTransport({
		url,
		pool: true,
		connectionTimeout: TIMEOUT_MS,
		greetingTimeout: TIMEOUT_MS,
		socketTimeout: SILENCE_MS,
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	return {
		async send(mail) {
			await transport.sendMail(mail);
		},
		async close() {
			transport.close();
		},
	};
}

/** A mail sent twice has one name, so the second takes the first one's place. */
function outbox(dir: string): MailTransport {
	const transport = createTransport({
		streamTransport: true,
		buffer: true,
		newline: "unix",
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	return {
		async send(mail) {
			const { message, messageId } = await transport.sendMail(mail);
			const name = messageId.slice(1, messageId.indexOf("@"));
			await mkdir(dir, { recursive: true });
			const path = join(dir, `${name}.eml`);
			const file = await open(`${path}.part`, "w");
			try {
				await file.writeFile(message as Buffer);
				await file.sync();
			} finally {
				await file.close();
			}
			await rename(`${path}.part`, path);
		},
		async close() {},
	};
}
