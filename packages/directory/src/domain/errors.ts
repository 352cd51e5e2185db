import { AppError } from "@supportdesk/errors/app-error.ts";

export const invalid = (param: string, message: string) =>
	new AppError("invalid_request", "invalid_parameter", message, { param });

export const agentExists = (email: string) =>
	new AppError(
		"conflict",
		"agent_exists",
		`The workspace has an agent with the address ${email} already.`,
		{ param: "email" },
	);

export const groupExists = (name: string) =>
	new AppError(
		"conflict",
		"group_exists",
		`The workspace has a group ${name} already.`,
		{ param: "name" },
	);

export const attributeExists = (key: string) =>
	new AppError(
		"conflict",
		"attribute_exists",
		`The workspace has an attribute ${key} already.`,
		{ param: "key" },
	);

export const noSuchAgent = () =>
	new AppError("not_found", "agent_not_found", "There is no such agent.");

export const noSuchGroup = () =>
	new AppError("not_found", "group_not_found", "There is no such group.");

export const memberNotFound = () =>
	new AppError(
		"validation_error",
		"agent_not_found",
		"There is no such agent.",
		{ param: "agent_ids" },
	);

export const noSuchAttribute = () =>
	new AppError(
		"not_found",
		"attribute_not_found",
		"There is no such attribute.",
	);

export const valueRemoved = (value: string) =>
	new AppError(
		"validation_error",
		"invalid_attribute_value",
		`Tickets and contacts may have the value ${value}: values can be added, and none removed.`,
		{ param: "values" },
	);
