/** `password_reset` as words: intents are the API's own names and are the same in every language. */
export function intentName(intent: string): string {
	const words = intent.replaceAll("_", " ");
	return words.charAt(0).toUpperCase() + words.slice(1);
}
