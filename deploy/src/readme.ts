import { configurationTable } from "./configuration.ts";

const PLACE =
	/(<!-- configuration -->\n)[\s\S]*(<!-- end of configuration -->)/;

/** Replaces the table of settings in the operators' document by one from the apps' schemas. */
export function withTable(readme: string): string {
	return readme.replace(
		PLACE,
		(_all, begin, end) => `${begin}\n${configurationTable()}\n\n${end}`,
	);
}
