export interface Series {
	readonly name: string;
	/** Seconds since the start, and the value. */
	readonly points: readonly (readonly [number, number])[];
}

const WIDTH = 800;
const HEIGHT = 260;
const MARGIN = { left: 60, right: 160, top: 30, bottom: 34 };
const COLOURS = [
	"#2563eb",
	"#dc2626",
	"#16a34a",
	"#9333ea",
	"#ea580c",
	"#0891b2",
];
const TICKS = 4;

/** A line chart as a standalone SVG file. */
export function plot(
	title: string,
	unit: string,
	series: readonly Series[],
): string {
	const all = series.flatMap(({ points }) => points);
	const xMax = Math.max(1, ...all.map(([x]) => x));
	const yMax = roundUp(Math.max(1, ...all.map(([, y]) => y)));
	const x = (value: number) =>
		MARGIN.left + (value / xMax) * (WIDTH - MARGIN.left - MARGIN.right);
	const y = (value: number) =>
		HEIGHT -
		MARGIN.bottom -
		(value / yMax) * (HEIGHT - MARGIN.top - MARGIN.bottom);
	const ticks = Array.from({ length: TICKS + 1 }, (_, i) => i / TICKS);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11">`,
		`<rect width="100%" height="100%" fill="white"/>`,
		text(MARGIN.left, 18, `${title} (${unit})`, "start", "bold"),
		...ticks.flatMap((share) => [
			`<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y(share * yMax)}" y2="${y(share * yMax)}" stroke="#ddd"/>`,
			text(MARGIN.left - 6, y(share * yMax) + 4, String(share * yMax), "end"),
			text(
				x(share * xMax),
				HEIGHT - 14,
				`${Math.round(share * xMax)} s`,
				"middle",
			),
		]),
		...series.flatMap(({ name, points }, i) => {
			const colour = COLOURS[i % COLOURS.length]!;
			const line = points.map(
				([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`,
			);
			return [
				`<polyline points="${line.join(" ")}" fill="none" stroke="${colour}" stroke-width="1.5"/>`,
				text(
					WIDTH - MARGIN.right + 10,
					MARGIN.top + 14 + i * 16,
					name,
					"start",
					"normal",
					colour,
				),
			];
		}),
		"</svg>",
		"",
	].join("\n");
}

function text(
	x: number,
	y: number,
	content: string,
	anchor: string,
	weight = "normal",
	fill = "#333",
): string {
	const escaped = content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
	return `<text x="${x}" y="${y}" text-anchor="${anchor}" font-weight="${weight}" fill="${fill}">${escaped}</text>`;
}

/** Rounds up to the next 1, 2, 4 or 8 times a power of ten, so that the ticks are round. */
function roundUp(value: number): number {
	const power = 10 ** Math.floor(Math.log10(value));
	return ([1, 2, 4, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}
