import { boundMarks } from "@supportdesk/unicode/bound-marks.ts";

/** Text as it is compared: compatibility forms and accents gone, lower case. */
export function fold(text: string): string {
	return boundMarks(text)
		.normalize("NFKD")
		.replace(/\p{Mn}/gu, "")
		.toLowerCase();
}
