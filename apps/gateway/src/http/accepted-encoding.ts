import type { IncomingMessage } from "node:http";
import { headerValues } from "./request-headers.ts";

/** The first of the encodings that a request accepts; undefined for none (RFC 9110, 12.5.3). */
export function acceptedEncoding<Encoding extends string>(
	req: IncomingMessage,
	encodings: readonly Encoding[],
): Encoding | undefined {
	const accepted = new Map<string, boolean>();
	for (const entry of headerValues(req, "accept-encoding").join().split(",")) {
		const [name = "", ...parameters] = entry.split(";");
		const isRefused = parameters.some((each) =>
			/^\s*q\s*=\s*0(\.0*)?\s*$/i.test(each),
		);
		accepted.set(name.trim().toLowerCase(), !isRefused);
	}
	return encodings.find(
		(encoding) => accepted.get(encoding) ?? accepted.get("*") ?? false,
	);
}
