/** Text as it is compared: compatibility forms and accents gone, lower case. */
export function fold(text: string): string {
	return text
		.normalize("NFKD")
		.replace(/\p{Mn}/gu, "")
		.toLowerCase();
}
