import { AppError } from "@supportdesk/errors/app-error.ts";

export const externalIdExists = (id: string) =>
	new AppError(
		"conflict",
		"external_id_exists",
		`The article ${id} has this external_id.`,
		{ param: "external_id" },
	);

// The same words for an id that never existed, one that was deleted and one of another workspace.
export const articleNotFound = () =>
	new AppError("not_found", "article_not_found", "There is no such article.");
