import { isId } from "@supportdesk/ids/ids.ts";
import { z } from "../openapi/zod.ts";
import { PASSWORD_CHARACTERS_MAX } from "./password-rules.ts";

const EMAIL_CHARACTERS_MAX = 254;
const TOKEN_CHARACTERS_MAX = 100;

/** A text that is not changed: of a password every character counts. */
const exactText = (max: number) =>
	z
		.string()
		.min(1, "must not be empty")
		.max(max, `must have at most ${max} characters`);

export const email = exactText(EMAIL_CHARACTERS_MAX);
export const password = exactText(PASSWORD_CHARACTERS_MAX);
export const linkToken = exactText(TOKEN_CHARACTERS_MAX);
export const workspaceId = z
	.string()
	.refine((value) => isId("wsp", value), "must be an id that starts with wsp_")
	.optional();
/** Of the mail; those that the console has. */
export const language = z.enum(["en", "de"]).default("en");
export type Language = z.infer<typeof language>;
/** Of the second factor: six digits, or a recovery code. */
export const code = exactText(TOKEN_CHARACTERS_MAX);
