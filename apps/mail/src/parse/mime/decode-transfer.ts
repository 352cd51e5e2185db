import { decode as decodeQuotedPrintable } from "libqp";

/** Bytes without their transfer encoding. What an encoding does not allow is skipped; an unknown one changes nothing. */
export function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
	switch (encoding) {
		case "base64":
			return decodeBase64(bytes);
		case "quoted-printable":
			return decodeQuotedPrintable(bytes.toString("latin1"));
		default:
			return bytes;
	}
}

/** Some programs encode in pieces, each with its own padding. */
function decodeBase64(bytes: Buffer): Buffer {
	const pieces = bytes
		.toString("latin1")
		.split("=")
		.filter((piece) => piece.trim() !== "");
	return Buffer.concat(pieces.map((piece) => Buffer.from(piece, "base64")));
}
