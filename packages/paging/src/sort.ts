import { AppError } from "@supportdesk/errors/app-error.ts";

/** What a list is sorted by. */
export interface Sort<Field extends string = string> {
	readonly field: Field;
	readonly direction: "asc" | "desc";
}

/**
 * Reads `field:direction`.
 *
 * @throws AppError `invalid_sort` for a field that is not in the list, and for anything else.
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
