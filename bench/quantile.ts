/** The value below which the share `quantile` of the values lies; NaN without values. */
export function quantileOf(
	values: readonly number[],
	quantile: number,
): number {
	const sorted = values.toSorted((a, b) => a - b);
	return (
		sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ??
		Number.NaN
	);
}
