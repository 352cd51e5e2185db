import { AppError } from "@supportdesk/errors/app-error.ts";

/** The sort order of a list. */
export interface Sort<Field extends string = string> {
	readonly field: Field;
	readonly direction: "asc" | "desc";
}

/**
 * Reads `field:direction`.
 *
 * @throws AppError `invalid_sort` for an unknown field and for malformed text.
 */
export function parseSort<Field extends string>(
	fields: readonly Field[],
	text: string,
): Sort<Field> {
	const [name, direction, ...rest] = text.split(":");
	const field = fields.find((known) => known === name);
	const isDirection = direction === "asc" || direction === "desc";
	if (field === undefined || !isDirection || rest.length > 0) {
		throw new AppError(
			"invalid_request",
			"invalid_sort",
			`Sort by ${fields.join(", ")}, followed by :asc or :desc.`,
			{ param: "sort" },
		);
	}
	return { field, direction };
}
