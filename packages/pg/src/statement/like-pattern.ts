/** The pattern of `like` and `ilike` for values that contain the text, with the pattern's special characters escaped. */
export function containing(text: string): string {
	return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
