// pg offers these two to query types of other packages; @types/pg does not describe them.
declare module "pg/lib/utils.js" {
	export function prepareValue(value: unknown): unknown;
}
