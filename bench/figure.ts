/** Three decimals; a dash for NaN, a figure without data. */
export function figure(value: number): string {
	return Number.isFinite(value) ? value.toFixed(3) : "–";
}
