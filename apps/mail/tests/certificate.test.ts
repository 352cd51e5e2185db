import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, type PeerCertificate } from "node:tls";
import { createLogger } from "@supportdesk/logger/logger.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { loadConfig } from "../src/config.ts";
import { createService, type Service } from "../src/service.ts";
import { fakeTickets } from "./fake-tickets.ts";
import { openSmtp } from "./smtp-client.ts";

const log = createLogger({ name: "test", level: "silent" });
const folder = makeTempFolder("certificate");
const key = join(folder, "tls.key");
const cert = join(folder, "tls.crt");
let service: Service;

afterEach(() => service?.stop());
afterAll(() => removeFolder(folder));

/** Writes a key and a certificate as an issuer does: one file after the other. */
function issue(name: string, days: number): void {
	const [newKey, newCert] = [join(folder, "new.key"), join(folder, "new.crt")];
	execFileSync(
		"openssl",
		[
			...["req", "-x509", "-newkey", "ec", "-pkeyopt"],
			...["ec_paramgen_curve:P-256", "-nodes", "-days", String(days)],
			...["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`],
			...["-keyout", newKey, "-out", newCert],
		],
		{ stdio: "ignore" },
	);
	copyFileSync(newKey, key);
	copyFileSync(newCert, cert);
}

async function start(): Promise<number> {
	const config = loadConfig({
		INTERNAL_SECRET: "a secret that only tests know, long enough",
		TICKETS_URL: "127.0.0.1:1",
		MAIL_LISTEN: "127.0.0.1:0",
		MAIL_TLS_KEY: key,
		MAIL_TLS_CERT: cert,
	});
	const clients = { tickets: fakeTickets().api };
	service = createService(config, log, clients, { certificateEveryMs: 20 });
	return (await service.start())!;
}

/** The certificate that the listener shows after STARTTLS. */
async function shown(port: number): Promise<PeerCertificate> {
	const client = await openSmtp(port);
	await client.reply();
	await client.ask("EHLO customer.example");
	expect(await client.ask("STARTTLS")).toMatch(/^220/);
	const { socket } = client;
	socket.removeAllListeners("data");
	const secure = connect({ socket, rejectUnauthorized: false });
	await once(secure, "secureConnect");
	const certificate = secure.getPeerCertificate();
	secure.destroy();
	return certificate;
}

async function expiry(): Promise<string | undefined> {
	const text = await service.metrics.registry.metrics();
	return /^mail_certificate_expires_\w+\{.+$/m.exec(text)?.[0];
}

it("uses a renewed certificate without a restart, and reports when it expires", async () => {
	issue("old.desk.example", 2);
	const port = await start();
	const first = await shown(port);
	expect(first.subject.CN).toBe("old.desk.example");
	expect(await expiry()).toBe(
		`mail_certificate_expires_timestamp_seconds{name="old.desk.example"} ${Date.parse(first.valid_to) / 1_000}`,
	);
	issue("new.desk.example", 90);
	await expect
		.poll(async () => (await shown(port)).subject.CN)
		.toBe("new.desk.example");
	expect(await expiry()).toContain('{name="new.desk.example"}');
});

it("continues with the certificate before while the files are broken", async () => {
	issue("kept.desk.example", 2);
	const port = await start();
	const logged = vi.spyOn(log, "error");
	writeFileSync(cert, "-----BEGIN CERTIFICATE-----\n");
	await expect.poll(() => logged.mock.calls.at(-1)?.[1]).toMatch(/certificate/);
	expect((await shown(port)).subject.CN).toBe("kept.desk.example");
	rmSync(cert);
	issue("mended.desk.example", 2);
	await expect
		.poll(async () => (await shown(port)).subject.CN)
		.toBe("mended.desk.example");
});

it("does not start with a key that is another certificate's", async () => {
	issue("one.desk.example", 2);
	copyFileSync(key, join(folder, "other.key"));
	issue("two.desk.example", 2);
	copyFileSync(join(folder, "other.key"), key);
	await expect(start()).rejects.toThrow(/key values mismatch/);
});

it("names the setting that is missing where the other of the two is set", () => {
	const settings = {
		INTERNAL_SECRET: "a secret that only tests know, long enough",
		TICKETS_URL: "127.0.0.1:1",
	};
	for (const [set, missing] of [
		["MAIL_TLS_KEY", "MAIL_TLS_CERT"],
		["MAIL_TLS_CERT", "MAIL_TLS_KEY"],
	] as const)
		expect(() => loadConfig({ ...settings, [set]: "/tls.pem" })).toThrow(
			expect.objectContaining({
				issues: [
					expect.objectContaining({
						path: [missing],
						message: "MAIL_TLS_KEY and MAIL_TLS_CERT belong together",
					}),
				],
			}),
		);
});
