import { AppError } from "@supportdesk/errors/app-error.ts";
import { WEBHOOKS_MAX } from "./webhook.ts";

export const eventNotFound = () =>
	new AppError("not_found", "event_not_found", "There is no such event.");

export const webhookNotFound = () =>
	new AppError("not_found", "webhook_not_found", "There is no such webhook.");

export const deliveryNotFound = () =>
	new AppError("not_found", "delivery_not_found", "There is no such delivery.");

export const webhookLimitExceeded = () =>
	new AppError(
		"validation_error",
		"webhook_limit_exceeded",
		`A workspace has at most ${WEBHOOKS_MAX} webhooks.`,
	);

export const webhookUrlRefused = (reason: string) =>
	new AppError("validation_error", "webhook_url_refused", reason, {
		param: "url",
	});
