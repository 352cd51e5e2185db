import { invalid } from "./errors.ts";

const NAME_LENGTH_MAX = 200; // what the tables hold
const EMAIL_LENGTH_MAX = 254; // RFC 5321: a path of 256 octets less its angle brackets
const CONTROL = /\p{C}/u; // control characters, and invisible ones that change the writing direction
const EMAIL =
	/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i;

/** Returns a name as it is stored: trimmed and in NFC. */
export function parseName(text: string): string {
	const name = text.trim().normalize("NFC");
	if (
		name === "" ||
		[...name].length > NAME_LENGTH_MAX ||
		CONTROL.test(name) ||
		!name.isWellFormed()
	) {
		throw invalid(
			"name",
			`A name has 1 to ${NAME_LENGTH_MAX} visible characters.`,
		);
	}
	return name;
}

/** Returns an agent's address. It becomes a sender of mail, so unusual forms are refused. */
export function parseEmail(text: string): string {
	const email = text.trim();
	if (email.length > EMAIL_LENGTH_MAX || !EMAIL.test(email)) {
		throw invalid(
			"email",
			`${JSON.stringify(text)} is not an e-mail address like ana@example.com.`,
		);
	}
	return email;
}
