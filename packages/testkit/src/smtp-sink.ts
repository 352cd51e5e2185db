import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** One mail as the server took it. */
export interface ReceivedMail {
	readonly from: string;
	readonly to: readonly string[];
	/** Headers and body as they came over the wire. */
	readonly raw: string;
}

export interface SmtpSink {
	readonly url: string;
	readonly mails: readonly ReceivedMail[];
	/** Resolves with the first mail that fits, now or later; the test's own time limit bounds the wait. */
	waitFor(fits: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>;
	/** From now on every mail is answered with this code (451: try again, 550: refused); undefined: taken. */
	answerWith(code: number | undefined): void;
	/** How often a mail was offered, refused ones counted. */
	readonly attempts: number;
	close(): Promise<void>;
}

/** Starts a mail server on the loopback that keeps what it gets in memory. */
export async function startSmtpSink(): Promise<SmtpSink> {
	const mails: ReceivedMail[] = [];
	const waiting = new Set<(mail: ReceivedMail) => void>();
	let code: number | undefined;
	let attempts = 0;

	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		logger: false,
		onData(stream, session, done) {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", () => {
				attempts += 1;
				if (code) {
					const refusal = new Error("refused by the test");
					return done(Object.assign(refusal, { responseCode: code }));
				}
				const { mailFrom, rcptTo } = session.envelope;
				const mail = {
					from: mailFrom ? mailFrom.address : "",
					to: rcptTo.map(({ address }) => address),
					raw: Buffer.concat(chunks).toString("utf8"),
				};
				mails.push(mail);
				for (const tell of waiting) tell(mail);
				done();
			});
		},
	});
	server.on("error", () => {}); // a client that hangs up is no failure of the test
	server.listen(0, "127.0.0.1");
	await once(server.server, "listening");
	const { port } = server.server.address() as AddressInfo;

	return {
		url: `smtp://127.0.0.1:${port}`,
		mails,
		get attempts() {
			return attempts;
		},
		waitFor(fits) {
			const there = mails.find(fits);
			if (there) return Promise.resolve(there);
			return new Promise((resolve) => {
				const tell = (mail: ReceivedMail) => {
					if (!fits(mail)) return;
					waiting.delete(tell);
					resolve(mail);
				};
				waiting.add(tell);
			});
		},
		answerWith(next) {
			code = next;
		},
		close: () => new Promise((resolve) => server.close(() => resolve())),
	};
}
