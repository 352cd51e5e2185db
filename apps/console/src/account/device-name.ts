// The first that fits: every browser also names those that it wants to be taken for.
const BROWSERS = [
	["Edge", /\bEdg(e|A|iOS)?\//],
	["Opera", /\bOPR\//],
	["Firefox", /\b(Firefox|FxiOS)\//],
	["Chrome", /\b(Headless)?Chrome\/|\bCriOS\//],
	["Safari", /\bSafari\//],
] as const;
const SYSTEMS = [
	["Windows", /\bWindows\b/],
	["Android", /\bAndroid\b/],
	["iPhone", /\biPhone\b/],
	["iPad", /\biPad\b/],
	["ChromeOS", /\bCrOS\b/],
	["macOS", /\bMac OS X\b/],
	["Linux", /\bLinux\b/],
] as const;

/** What a session's browser calls itself; undefined for what is no browser. */
export function deviceOf(
	userAgent: string,
): { readonly browser: string; readonly system: string } | undefined {
	const find = (names: readonly (readonly [string, RegExp])[]) =>
		names.find(([, pattern]) => pattern.test(userAgent))?.[0];
	const browser = find(BROWSERS);
	const system = find(SYSTEMS);
	return browser && system ? { browser, system } : undefined;
}
