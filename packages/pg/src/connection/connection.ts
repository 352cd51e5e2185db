/**
 * What pg connects with so that every connection to an address has settings of ours. The address may have some of its own
 * (`?options=`), which alone would count: ours go behind them.
 */
export function connectionWith(
	url: string,
	settings: Readonly<Record<string, string | number>>,
): { connectionString: string; options: string } {
	const address = new URL(url);
	const given = address.searchParams.get("options") ?? "";
	address.searchParams.delete("options");
	const own = Object.entries(settings).map(
		([name, value]) => `-c ${name}=${value}`,
	);
	return {
		connectionString: address.href,
		options: [given, ...own].join(" ").trim(),
	};
}
