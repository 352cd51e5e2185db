import { readFileSync } from "node:fs";

/** The guides in the order in which a newcomer needs them; each is a file in `apps/gateway/guides`. */
export const GUIDES = [
	"quickstart",
	"authentication",
	"sign-in",
	"lists",
	"errors",
	"retries",
	"limits",
	"mail",
	"events",
	"drafts",
	"knowledge",
	"versions",
	"self-hosting",
	"upgrading",
] as const;

/** The Markdown of a guide. */
export function readGuide(name: string): string {
	return readFileSync(
		new URL(`../../guides/${name}.md`, import.meta.url),
		"utf8",
	);
}
