const UNITS = ["byte", "kilobyte", "megabyte"] as const;

export function formatSize(bytes: number, language: string): string {
	let value = bytes;
	let unit = 0;
	while (value >= 1_000 && unit < UNITS.length - 1) {
		value /= 1_000;
		unit++;
	}
	return new Intl.NumberFormat(language, {
		style: "unit",
		unit: UNITS[unit],
		unitDisplay: "short",
		maximumFractionDigits: unit === 0 ? 0 : 1,
	}).format(value);
}
