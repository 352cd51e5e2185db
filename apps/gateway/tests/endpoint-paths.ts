import type { Endpoint } from "../src/api/endpoint.ts";

const SUFFIX = "01kadszz00e2xv0f1b2c3d4e5f";

/** A path of the endpoint with well-formed ids. */
export function pathOf({ path, ids }: Endpoint): string {
	return path.replaceAll(/:(\w+)/g, (_, name: string) => {
		const prefix = ids[name]?.prefix;
		return prefix ? `${prefix}_${SUFFIX}` : "refunds";
	});
}
