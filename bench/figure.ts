/** Three decimals; a dash for what there was nothing to measure on, which is not a number. */
export function figure(value: number): string {
	return Number.isFinite(value) ? value.toFixed(3) : "–";
}
