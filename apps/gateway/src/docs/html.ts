/** Text that is HTML already. */
export class Html {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

export type Content = Html | string | number | undefined | readonly Content[];

const ENTITIES: Record<string, string> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
};

/** HTML with values: texts are escaped, lists joined, undefined is nothing. */
export function html(
	strings: TemplateStringsArray,
	...values: Content[]
): Html {
	return new Html(
		strings.reduce((text, part, n) => text + rendered(values[n - 1]) + part),
	);
}

function rendered(value: Content): string {
	if (value === undefined) return "";
	if (value instanceof Html) return value.text;
	if (typeof value === "object") return value.map(rendered).join("");
	return escapeHtml(String(value));
}

export function escapeHtml(text: string): string {
	return text.replace(/[&<>"]/g, (char) => ENTITIES[char]!);
}
