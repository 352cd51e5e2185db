import { weakPassword } from "./errors.ts";

const CHARACTERS_MIN = 10;
export const PASSWORD_CHARACTERS_MAX = 200;
const DISTINCT_MIN = 5;

/** @throws AppError `weak_password` */
export function requirePassword(param: string, password: string): void {
	const characters = [...password];
	if (characters.length < CHARACTERS_MIN)
		throw weakPassword(
			param,
			`The password has fewer than ${CHARACTERS_MIN} characters.`,
		);
	if (new Set(characters).size < DISTINCT_MIN)
		throw weakPassword(
			param,
			`The password has fewer than ${DISTINCT_MIN} different characters.`,
		);
}
