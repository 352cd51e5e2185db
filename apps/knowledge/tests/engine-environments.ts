import { randomBytes } from "node:crypto";

const { MEILI_URL, MEILI_API_KEY } = process.env;

/** The environment of a service on each engine, by the test's name; undefined for an engine that is not available. */
export const ENGINE_ENVIRONMENTS = {
	"in memory": {},
	"on Meilisearch, which needs a server at MEILI_URL": MEILI_URL && {
		MEILI_URL,
		...(MEILI_API_KEY && { MEILI_API_KEY }),
		MEILI_INDEX: `supportdesk_test_${randomBytes(6).toString("hex")}`,
	},
};
