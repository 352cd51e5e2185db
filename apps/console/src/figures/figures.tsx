import type { Figures as FiguresOf } from "@supportdesk/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Skeleton } from "../design/empty.tsx";
import { Failed } from "../design/failed.tsx";
import { Page } from "../design/page.tsx";
import { Switch } from "../design/switch.tsx";
import { useLanguage } from "../language/language.tsx";
import styles from "./figures.module.css";
import { figures } from "./figures.ts";
import { VolumeChart } from "./volume-chart.tsx";

const RANGES = ["7", "28", "90"] as const;

/** How the desk did: volume, times, drafts and gaps. */
export function Figures() {
	const { text } = useLanguage();
	const [days, setDays] = useState<(typeof RANGES)[number]>("28");
	const query = useQuery(figures(Number(days)));
	const { data } = query;
	return (
		<Page
			title={text("place.figures")}
			actions={
				<Switch
					label={text("figures.range")}
					value={days}
					options={RANGES.map((range) => [
						range,
						text("figures.days", { count: Number(range) }),
					])}
					onChange={setDays}
				/>
			}
		>
			{query.isError ? (
				<Failed query={query} />
			) : data ? (
				<Content figures={data} />
			) : (
				<Skeleton lines={8} />
			)}
		</Page>
	);
}

function Content({ figures }: { readonly figures: FiguresOf }) {
	const { text, language } = useLanguage();
	const { drafts } = figures;
	const decided = drafts.sent_unchanged + drafts.sent_edited + drafts.discarded;
	const percent = new Intl.NumberFormat(language, {
		style: "percent",
		maximumFractionDigits: 0,
	});
	const { format } = new Intl.NumberFormat(language);
	return (
		<>
			<ul className={styles.tiles}>
				<Tile name={text("figures.created")} value={format(figures.created)} />
				<Tile
					name={text("figures.resolved")}
					value={format(figures.resolved)}
				/>
				<Tile
					name={text("figures.firstReply")}
					value={formatDuration(figures.first_reply.median_seconds, language)}
					hint={text("figures.median", { count: figures.first_reply.tickets })}
				/>
				<Tile
					name={text("figures.resolution")}
					value={formatDuration(figures.resolution.median_seconds, language)}
					hint={text("figures.median", { count: figures.resolution.tickets })}
				/>
				<Tile
					name={text("figures.unchanged")}
					value={
						decided === 0
							? "–"
							: percent.format(drafts.sent_unchanged / decided)
					}
					hint={text("figures.drafts", {
						count: decided,
						edited: drafts.sent_edited,
						discarded: drafts.discarded,
					})}
				/>
				<Tile
					name={text("figures.gaps")}
					value={figures.gaps ? format(figures.gaps.open) : "–"}
					hint={
						<Link to="/gaps">
							{text("figures.newGaps", {
								count: figures.gaps?.first_seen ?? 0,
								resolved: figures.gaps?.resolved ?? 0,
							})}
						</Link>
					}
				/>
			</ul>
			<VolumeChart days={figures.days} />
		</>
	);
}

function Tile({
	name,
	value,
	hint,
}: {
	readonly name: string;
	readonly value: string;
	readonly hint?: React.ReactNode;
}) {
	return (
		<li className={styles.tile}>
			<span className={styles.name}>{name}</span>
			<strong className={styles.value}>{value}</strong>
			{hint && <span className={styles.hint}>{hint}</span>}
		</li>
	);
}

const UNITS = [
	["day", 86_400],
	["hour", 3_600],
	["minute", 60],
] as const;

/** In the largest unit of which there are at least one and a half. */
function formatDuration(seconds: number | null, language: string): string {
	if (seconds === null) return "–";
	const [unit, length] =
		UNITS.find(([, each]) => seconds >= 1.5 * each) ?? UNITS[2];
	return new Intl.NumberFormat(language, {
		style: "unit",
		unit,
		unitDisplay: "short",
		maximumFractionDigits: 1,
	}).format(seconds / length);
}
