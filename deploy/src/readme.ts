import { configurationTable } from "./configuration.ts";

const PLACE =
	/(<!-- configuration -->\n)[\s\S]*(<!-- end of configuration -->)/;

/** The operators' document with the table of settings as the apps' schemas have it. */
export function withTable(readme: string): string {
	return readme.replace(
		PLACE,
		(_all, begin, end) => `${begin}\n${configurationTable()}\n\n${end}`,
	);
}
