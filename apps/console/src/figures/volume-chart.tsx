import type { Figures } from "@supportdesk/client";
import { useLanguage } from "../language/language.tsx";
import styles from "./volume-chart.module.css";

const WIDTH = 720;
const HEIGHT = 160;
const GAP = 0.25;

/** Created and resolved tickets of each day, as bars side by side; as a table for who cannot see them. */
export function VolumeChart({ days }: Pick<Figures, "days">) {
	const { text, language } = useLanguage();
	const highest = Math.max(
		1,
		...days.flatMap(({ created, resolved }) => [created, resolved]),
	);
	const step = WIDTH / Math.max(1, days.length);
	const bar = (step * (1 - GAP)) / 2;
	const format = new Intl.DateTimeFormat(language, {
		day: "numeric",
		month: "short",
		timeZone: "UTC",
	});
	const heightOf = (count: number) => (count / highest) * HEIGHT;
	return (
		<figure className={styles.chart}>
			<figcaption className={styles.legend}>
				<span className={styles.created}>{text("figures.created")}</span>
				<span className={styles.resolved}>{text("figures.resolved")}</span>
			</figcaption>
			<svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 20}`} aria-hidden="true">
				<line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
				{days.map(({ date, created, resolved }, index) => (
					<g key={date} transform={`translate(${index * step} 0)`}>
						<title>{`${format.format(new Date(date))}: ${created} / ${resolved}`}</title>
						<rect
							className={styles.created}
							x={(step * GAP) / 2}
							y={HEIGHT - heightOf(created)}
							width={bar}
							height={heightOf(created)}
						/>
						<rect
							className={styles.resolved}
							x={(step * GAP) / 2 + bar}
							y={HEIGHT - heightOf(resolved)}
							width={bar}
							height={heightOf(resolved)}
						/>
						{index % Math.ceil(days.length / 7) === 0 && (
							<text x={(step * GAP) / 2} y={HEIGHT + 15}>
								{format.format(new Date(date))}
							</text>
						)}
					</g>
				))}
			</svg>
			<table className="visually-hidden">
				<thead>
					<tr>
						<th>{text("figures.date")}</th>
						<th>{text("figures.created")}</th>
						<th>{text("figures.resolved")}</th>
					</tr>
				</thead>
				<tbody>
					{days.map(({ date, created, resolved }) => (
						<tr key={date}>
							<td>{format.format(new Date(date))}</td>
							<td>{created}</td>
							<td>{resolved}</td>
						</tr>
					))}
				</tbody>
			</table>
		</figure>
	);
}
