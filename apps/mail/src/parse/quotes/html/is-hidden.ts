/**
 * Whether an element's own attributes hide it and all that is in it, as those of a preview line for lists of mails do. A font size
 * of 0 hides nothing for certain: layouts set it on cells whose content has a size of its own.
 */
export function isHidden({
	hidden,
	style = "",
}: Readonly<Record<string, string>>): boolean {
	if (hidden !== undefined) return true;
	if (style === "") return false;
	const { display, visibility, opacity, overflow, ...sizes } =
		declarations(style);
	return (
		display === "none" ||
		visibility === "hidden" ||
		isZero(opacity) ||
		(overflow === "hidden" &&
			(isZero(sizes["max-height"]) || isZero(sizes.height)))
	);
}

/** The last declaration of each property, in lower case and without its priority. */
function declarations(style: string): Readonly<Record<string, string>> {
	const pairs = style.split(";").map((declaration) => {
		const [property = "", value = ""] = declaration.split(":");
		return [
			property.trim().toLowerCase(),
			value
				.replace(/!\s*important/i, "")
				.trim()
				.toLowerCase(),
		];
	});
	return Object.fromEntries(pairs);
}

/** Whether a number, with or without a unit, is 0. */
function isZero(value = ""): boolean {
	return Number.parseFloat(value) === 0;
}
