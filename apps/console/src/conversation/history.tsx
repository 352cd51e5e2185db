import type { Event } from "@supportdesk/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { history } from "../api/conversations.ts";
import { agents, keys } from "../api/directory.ts";
import { useScopes } from "../api/rights.ts";
import { Empty, Skeleton } from "../design/empty.tsx";
import { Failed } from "../design/failed.tsx";
import { More } from "../design/more.tsx";
import { Time } from "../design/time.tsx";
import { type TextKey, type TextOf, useText } from "../language/language.tsx";
import styles from "./history.module.css";

/** What has happened to a ticket, the latest first. */
export function History({ id }: { readonly id: string }) {
	const text = useText();
	const query = useInfiniteQuery(history(id));
	const all = query.data?.pages.flatMap((page) => page.data);
	const nameOf = useActorNames();
	if (query.isPending) return <Skeleton lines={6} />;
	if (query.isError) return <Failed query={query} />;
	if (!all?.length)
		return <Empty icon="history" title={text("history.empty")} />;
	return (
		<>
			<ol className={styles.history}>
				{all.map((event) => (
					<li key={event.id}>
						<span>{describe(event, text)}</span>
						<span className={styles.by}>
							{nameOf(event)} · <Time at={event.created_at} />
						</span>
					</li>
				))}
			</ol>
			<More list={query} />
		</>
	);
}

const NAMES: Readonly<Record<string, TextKey>> = {
	"ticket.created": "history.created",
	"ticket.deleted": "history.deleted",
	"ticket.restored": "history.restored",
	"ticket.merged": "history.merged",
	"ticket.unmerged": "history.unmerged",
	"ticket.signals_updated": "history.signals",
	"message.created": "history.message",
	"message.status_changed": "history.delivery",
	"draft.ready": "history.draftReady",
	"draft.withdrawn": "history.draftWithdrawn",
	"draft.approved": "history.draftApproved",
	"draft.discarded": "history.draftDiscarded",
};

const FIELDS: Readonly<Record<string, TextKey>> = {
	subject: "field.subject",
	contact: "field.contact",
	channel: "field.channel",
	custom_attributes: "field.attributes",
};

function describe(event: Event, text: TextOf): string {
	const name = NAMES[event.type];
	if (name) return text(name);
	const changes = Object.keys(event.data.previous ?? {}).filter(
		(field) => field !== "updated_at" && field !== "resolved_at",
	);
	// What was changed for an erased contact is not said any more.
	if (changes.length === 0) return text("done.changed");
	return changes.map((field) => describeChange(field, event, text)).join(", ");
}

function describeChange(field: string, event: Event, text: TextOf): string {
	const value = event.data.object[field];
	switch (field) {
		case "status":
			return text("history.status", {
				value: text(`status.${value}` as TextKey),
			});
		case "priority":
			return text("history.priority", {
				value: text(`priority.${value}` as TextKey),
			});
		case "assignee":
			return text("history.assignee", {
				value: nameOf(value) ?? text("assignee.none"),
			});
		case "group":
			return text("history.group", {
				value: nameOf(value) ?? text("group.none"),
			});
		case "tags":
			return text("history.tags", { value: (value as string[]).join(", ") });
		case "ai":
			return text("history.signals");
		default: {
			const name = FIELDS[field];
			return text("history.changed", {
				field: name ? text(name) : field.replaceAll("_", " "),
			});
		}
	}
}

function nameOf(value: unknown): string | undefined {
	return (value as { name?: string } | null)?.name;
}

/** Names who made a change; keys by their names for those who may read them. */
function useActorNames(): (event: Event) => string {
	const text = useText();
	const mayReadKeys = useScopes()?.has("keys:read") ?? false;
	const { data: everyone = [] } = useQuery(agents);
	const { data: all = [] } = useQuery({ ...keys, enabled: mayReadKeys });
	return ({ actor }) => {
		if (actor.type === "contact") return text("actor.contact");
		if (actor.type === "system") return text("actor.system");
		const agent = everyone.find(({ id }) => id === actor.id);
		if (agent) return agent.name;
		const key = all.find(({ id }) => id === actor.id);
		const name = key && (key.name ?? key.masked);
		return name ? `${text("actor.key")} · ${name}` : text("actor.key");
	};
}
