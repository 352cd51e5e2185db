import { registerHooks } from "node:module";

const RPC = new URL("../../../packages/rpc/src/", import.meta.url).href;

/**
 * Puts modules of this folder in the place of those of `packages/rpc/src`, for everything that the process loads after
 * it. Contenders of the bench are the product itself, so that nothing but the transport differs.
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
