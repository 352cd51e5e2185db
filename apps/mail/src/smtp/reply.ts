import { AppError } from "@supportdesk/errors/app-error.ts";

/** A refusal, as the SMTP server writes it: a reply code, and an enhanced status code (RFC 3463) with a sentence. */
export function refusal(responseCode: number, message: string): Error {
	return Object.assign(new Error(message), { responseCode });
}

export const noSuchMailbox = () =>
	refusal(550, "5.1.1 There is no mailbox with this address here");

export const tooLarge = () =>
	refusal(552, "5.3.4 A mail has at most 35 MiB here");

export const bareLineEnds = () =>
	refusal(550, "5.6.0 A line of the mail does not end in CR LF");

export const tooManyRecipients = () =>
	refusal(452, "4.5.3 Too many recipients; send the others another copy");

export const tooManyConnections = () =>
	refusal(421, "4.7.0 Too many connections from your address; try again later");

/** Everything that is our trouble: the other server keeps the mail and sends it again. */
export const tryAgain = () =>
	refusal(451, "4.3.0 The mail cannot be taken in at the moment; try again");

export const noMemory = () =>
	refusal(451, "4.3.1 Too many mails at a time; try again");

/** The peer has disconnected, or is too slow to be waited for; either way the connection ends. */
export const incomplete = () =>
	refusal(421, "4.4.2 The mail takes too long to arrive");

export const isMissing = (err: unknown): boolean =>
	err instanceof AppError && err.type === "not_found";
