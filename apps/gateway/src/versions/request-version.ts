import type { IncomingMessage } from "node:http";
import { AppError } from "@supportdesk/errors/app-error.ts";
import {
	API_VERSIONS,
	type ApiVersion,
	isApiVersion,
} from "@supportdesk/keys/api-versions.ts";
import { headerValues } from "../http/request-headers.ts";

export const VERSION_HEADER = "SupportDesk-Version";
const IN_LOWER_CASE = VERSION_HEADER.toLowerCase();

/**
 * The version that a request names, else its key's.
 *
 * @throws AppError `invalid_parameter` for a version that there is not, or for several.
 */
export function requestVersion(
	req: IncomingMessage,
	ofKey: ApiVersion,
): ApiVersion {
	const [named, ...further] = headerValues(req, IN_LOWER_CASE);
	if (named === undefined) return ofKey;
	if (further.length === 0 && isApiVersion(named)) return named;
	throw new AppError(
		"invalid_request",
		"invalid_parameter",
		`${VERSION_HEADER} must be sent at most once and be one of ${API_VERSIONS.join(", ")}.`,
		{ param: VERSION_HEADER },
	);
}
