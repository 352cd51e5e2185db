/** The pattern of `like` and `ilike` for values that contain the text, whose own signs are none of the pattern's. */
export function containing(text: string): string {
	return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
