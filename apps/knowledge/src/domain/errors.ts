import { AppError } from "@supportdesk/errors/app-error.ts";
import { TESTS_MAX } from "./knowledge-test.ts";

export const externalIdExists = (id: string) =>
	new AppError(
		"conflict",
		"external_id_exists",
		`The article ${id} has this external_id.`,
		{ param: "external_id" },
	);

// The article that a test expects, where it is not the resource of the request.
export const unknownArticle = () =>
	new AppError(
		"validation_error",
		"article_not_found",
		"There is no such article.",
		{ param: "article_id" },
	);

export const testNotFound = () =>
	new AppError(
		"not_found",
		"knowledge_test_not_found",
		"There is no such knowledge test.",
	);

export const testLimitExceeded = () =>
	new AppError(
		"validation_error",
		"knowledge_test_limit_exceeded",
		`A workspace has at most ${TESTS_MAX} knowledge tests.`,
	);

// The same words for an id that never existed, one that was deleted and one of another workspace.
export const articleNotFound = () =>
	new AppError("not_found", "article_not_found", "There is no such article.");
