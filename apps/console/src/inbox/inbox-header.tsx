import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Fragment, type RefObject } from "react";
import {
	groups as allGroups,
	useActiveAgents,
	useActiveGroups,
} from "../api/directory.ts";
import { IconButton } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Menu, MenuItem, MenuLine, MenuTitle } from "../design/menu.tsx";
import { useSearchText } from "../design/use-search-text.ts";
import { useText } from "../language/language.tsx";
import styles from "./inbox-header.module.css";
import {
	CHANNELS,
	type Filters,
	PRIORITIES,
	SORTS,
	STATUSES,
	type View,
} from "./views.ts";

interface InboxHeaderProps {
	readonly view: View;
	readonly filters: Filters;
	readonly search: RefObject<HTMLInputElement | null>;
}

export function InboxHeader({ view, filters, search }: InboxHeaderProps) {
	const text = useText();
	const navigate = useNavigate();
	const set = (changes: Filters) =>
		navigate({
			to: "/inbox/$view",
			params: { view },
			search: { ...filters, ...changes },
			replace: true,
		});
	return (
		<header className={styles.header}>
			<h1 className={styles.title}>{text(`view.${view}`)}</h1>
			<FilterMenu view={view} filters={filters} onChange={set} />
			<Search filters={filters} field={search} onChange={set} />
			<Chosen filters={filters} onChange={set} />
		</header>
	);
}

type SetFilters = (changes: Filters) => void;

function Search({
	filters,
	field,
	onChange,
}: {
	readonly filters: Filters;
	readonly field: RefObject<HTMLInputElement | null>;
	readonly onChange: SetFilters;
}) {
	const text = useText();
	const [typed, setTyped] = useSearchText(filters.q, (q) => onChange({ q }));
	return (
		<label className={styles.search}>
			<Icon name="search" size={16} />
			<span className="visually-hidden">{text("inbox.search")}</span>
			<input
				ref={field}
				type="search"
				placeholder={text("inbox.search")}
				maxLength={200}
				value={typed}
				onChange={({ target }) => setTyped(target.value)}
				onKeyDown={({ key, currentTarget }) => {
					if (key === "Escape") currentTarget.blur();
				}}
			/>
		</label>
	);
}

interface FilterProps {
	readonly view: View;
	readonly filters: Filters;
	readonly onChange: SetFilters;
}

function FilterMenu({ view, filters, onChange }: FilterProps) {
	const text = useText();
	return (
		<Menu trigger={<IconButton icon="filter" label={text("inbox.filter")} />}>
			<MenuTitle>{text("inbox.sort")}</MenuTitle>
			{SORTS.map((sort) => (
				<MenuItem
					key={sort}
					checked={(filters.sort ?? SORTS[0]) === sort}
					onSelect={() => onChange({ sort })}
				>
					{text(`sort.${sort}`)}
				</MenuItem>
			))}
			<MenuLine />
			<MenuTitle>{text("field.status")}</MenuTitle>
			{[...STATUSES, "all" as const].map((status) => (
				<MenuItem
					key={status}
					checked={filters.status === status}
					onSelect={() => onChange({ status: toggled(filters.status, status) })}
				>
					{text(`status.${status}`)}
				</MenuItem>
			))}
			<MenuLine />
			<MenuTitle>{text("field.priority")}</MenuTitle>
			{PRIORITIES.map((priority) => (
				<MenuItem
					key={priority}
					checked={filters.priority === priority}
					onSelect={() =>
						onChange({ priority: toggled(filters.priority, priority) })
					}
				>
					{text(`priority.${priority}`)}
				</MenuItem>
			))}
			<MenuLine />
			<MenuTitle>{text("field.channel")}</MenuTitle>
			{CHANNELS.map((channel) => (
				<MenuItem
					key={channel}
					checked={filters.channel === channel}
					onSelect={() =>
						onChange({ channel: toggled(filters.channel, channel) })
					}
				>
					{text(`channel.${channel}`)}
				</MenuItem>
			))}
			<People view={view} filters={filters} onChange={onChange} />
		</Menu>
	);
}

/** Whose they are: of a group, and of an agent where the view does not say it. */
function People({ view, filters, onChange }: FilterProps) {
	const text = useText();
	const byName = {
		group: useActiveGroups(),
		assignee: useActiveAgents(),
	};
	const fields =
		view === "waiting" || view === "all"
			? (["group", "assignee"] as const)
			: (["group"] as const);
	return fields.map(
		(field) =>
			byName[field].length > 0 && (
				<Fragment key={field}>
					<MenuLine />
					<MenuTitle>{text(`field.${field}`)}</MenuTitle>
					{byName[field].map(({ id, name }) => (
						<MenuItem
							key={id}
							checked={filters[field] === id}
							onSelect={() =>
								onChange({ [field]: toggled(filters[field], id) })
							}
						>
							{name}
						</MenuItem>
					))}
				</Fragment>
			),
	);
}

function toggled<T>(current: T | undefined, value: T): T | undefined {
	return current === value ? undefined : value;
}

/** The filters in force, each with a way out of it. */
function Chosen({
	filters,
	onChange,
}: {
	readonly filters: Filters;
	readonly onChange: SetFilters;
}) {
	const text = useText();
	const agents = useActiveAgents();
	const { status, priority, channel, tag, group, assignee } = filters;
	const { data: groups = [] } = useQuery({
		...allGroups,
		enabled: group !== undefined,
	});
	const chosen: (readonly [keyof Filters, string | undefined])[] = [
		["status", status && text(`status.${status}`)],
		["priority", priority && text(`priority.${priority}`)],
		["channel", channel && text(`channel.${channel}`)],
		["tag", tag],
		["group", group && (groups.find(({ id }) => id === group)?.name ?? group)],
		[
			"assignee",
			assignee && (agents.find(({ id }) => id === assignee)?.name ?? assignee),
		],
	];
	const shown = chosen.filter(([, label]) => label !== undefined);
	if (shown.length === 0) return null;
	return (
		<ul className={styles.chosen}>
			{shown.map(([name, label]) => (
				<li key={name}>
					<button
						type="button"
						aria-label={text("inbox.removeFilter", { filter: label! })}
						onClick={() => onChange({ [name]: undefined })}
					>
						{label} <Icon name="close" size={12} />
					</button>
				</li>
			))}
		</ul>
	);
}
