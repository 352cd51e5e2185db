import { registerHooks } from "node:module";

const RPC = new URL("../../../packages/rpc/src/", import.meta.url).href;

/**
 * Replaces modules of `packages/rpc/src` by those of this folder, for everything that the process loads
 * afterwards. The contenders are the product itself, so that only the transport differs.
 */
export function replaceModules(
	replacements: Readonly<Record<string, string>>,
): void {
	const here = new URL(".", import.meta.url).href;
	registerHooks({
		resolve(specifier, context, next) {
			const resolved = next(specifier, context);
			const name = resolved.url.startsWith(RPC)
				? replacements[resolved.url.slice(RPC.length)]
				: undefined;
			if (name === undefined || context.parentURL?.startsWith(here)) {
				return resolved;
			}
			return { ...resolved, url: new URL(name, here).href };
		},
	});
}
