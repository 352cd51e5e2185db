import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";

/** Paths of files in PEM. */
export interface CertificateFiles {
	readonly key: string;
	readonly cert: string;
}

export interface Certificate {
	readonly key: Buffer;
	readonly cert: Buffer;
	/** The first host name that it is for. */
	readonly name: string;
	readonly expiresAt: Date;
}

/** Reads a key and its certificate. @throws Error when a file is missing, or the two do not belong together */
export function readCertificate(files: CertificateFiles): Certificate {
	const [key, cert] = [readFileSync(files.key), readFileSync(files.cert)];
	createSecureContext({ key, cert });
	const { subject, subjectAltName, validToDate } = new X509Certificate(cert);
	const name =
		/DNS:([^,\s]+)/.exec(subjectAltName ?? "")?.[1] ??
		/^CN=(.+)$/m.exec(subject)?.[1] ??
		"";
	return { key, cert, name, expiresAt: validToDate };
}

/**
 * Reads the files again from time to time, because issuers renew certificates in place and no restart follows. A pair
 * that is only half written, or broken, is reported, and the one before stays in use.
 *
 * @param current the one in use
 * @returns a function that ends it
 */
export function followCertificate(
	files: CertificateFiles,
	current: Certificate,
	everyMs: number,
	on: {
		renewed(certificate: Certificate): void;
		failed(err: unknown): void;
	},
): () => void {
	let used = current;
	const timer = setInterval(() => {
		try {
			const read = readCertificate(files);
			if (read.cert.equals(used.cert) && read.key.equals(used.key)) return;
			used = read;
			on.renewed(read);
		} catch (err) {
			on.failed(err);
		}
	}, everyMs);
	timer.unref();
	return () => clearInterval(timer);
}
