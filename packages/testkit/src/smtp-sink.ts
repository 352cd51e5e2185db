import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** One accepted mail. */
export interface ReceivedMail {
	readonly from: string;
	readonly to: readonly string[];
	/** Headers and body as received. */
	readonly raw: string;
}

export interface SmtpSink {
	readonly url: string;
	readonly mails: readonly ReceivedMail[];
	/** Resolves with the first matching mail, now or later; the test's timeout bounds the wait. */
	waitFor(matches: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>;
	/** From now on every mail gets this reply code (451: retry, 550: refused); undefined: accepted. */
	answerWith(code: number | undefined): void;
	/** From now on this recipient is refused as one who does not exist. */
	refuse(address: string): void;
	/** Number of attempted deliveries, including refused ones. */
	readonly attempts: number;
	close(): Promise<void>;
}

/** Starts a mail server on the loopback that keeps its mails in memory. */
export async function startSmtpSink(): Promise<SmtpSink> {
	const mails: ReceivedMail[] = [];
	const waiting = new Set<(mail: ReceivedMail) => void>();
	let code: number | undefined;
	let attempts = 0;
	const refused = new Set<string>();

	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		logger: false,
		onRcptTo({ address }, _session, done) {
			if (!refused.has(address)) return done();
			const refusal = new Error("5.1.1 no such mailbox here");
			done(Object.assign(refusal, { responseCode: 550 }));
		},
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
				for (const notify of waiting) notify(mail);
				done();
			});
		},
	});
	server.on("error", () => {}); // a disconnected client does not fail the test
	server.listen(0, "127.0.0.1");
	await once(server.server, "listening");
	const { port } = server.server.address() as AddressInfo;

	return {
		url: `smtp://127.0.0.1:${port}`,
		mails,
		get attempts() {
			return attempts;
		},
		waitFor(matches) {
			const received = mails.find(matches);
			if (received) return Promise.resolve(received);
			return new Promise((resolve) => {
				const notify = (mail: ReceivedMail) => {
					if (!matches(mail)) return;
					waiting.delete(notify);
					resolve(mail);
				};
				waiting.add(notify);
			});
		},
		answerWith(next) {
			code = next;
		},
		refuse(address) {
			refused.add(address);
		},
		close: () => new Promise((resolve) => server.close(() => resolve())),
	};
}
