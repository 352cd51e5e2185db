/** The dated versions of the API, oldest first. A version is added only for a change that breaks a client. */
export const API_VERSIONS = ["2026-11-21", "2026-11-22"] as const;

export type ApiVersion = (typeof API_VERSIONS)[number];

/** The version of keys that were created before versions were stored. */
export const FIRST_API_VERSION: ApiVersion = API_VERSIONS[0];

export const LATEST_API_VERSION: ApiVersion = API_VERSIONS.at(-1)!;

/** Whether the text names a version. */
export function isApiVersion(text: string): text is ApiVersion {
	return (API_VERSIONS as readonly string[]).includes(text);
}

/** The version that is stored with a key; the latest one for a version that only a later program knows. */
export function storedApiVersion(text: string | null): ApiVersion {
	if (text === null) return FIRST_API_VERSION;
	return isApiVersion(text) ? text : LATEST_API_VERSION;
}
