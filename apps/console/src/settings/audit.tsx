import type { AuditEvent } from "@supportdesk/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { auditEvents } from "../api/accounts.ts";
import { agents } from "../api/directory.ts";
import { Avatar } from "../design/avatar.tsx";
import { Select } from "../design/field.tsx";
import { More } from "../design/more.tsx";
import { Time } from "../design/time.tsx";
import styles from "./audit.module.css";
import { sentenceOf, useAuditText } from "./audit-text.ts";
import { Section, SettingsRow } from "./section.tsx";

/** Who signed in, and what was changed of accounts. */
export function Audit() {
	const text = useAuditText();
	const [agentId, setAgentId] = useState("");
	const list = useInfiniteQuery(auditEvents(agentId));
	const { data: everyone = [] } = useQuery(agents);
	const nameOf = (id: string) => everyone.find((each) => each.id === id)?.name;
	return (
		<Section
			title={text("settings.audit")}
			lead={text("audit.lead")}
			icon="history"
			query={list}
			items={list.data?.pages.flatMap(({ data }) => data)}
			keyOf={({ id }) => id}
			row={(event) => <AuditRow event={event} nameOf={nameOf} />}
			actions={
				<Select
					className={styles.filter}
					aria-label={text("audit.agent")}
					value={agentId}
					onChange={({ target }) => setAgentId(target.value)}
				>
					<option value="">{text("audit.everyone")}</option>
					{everyone.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</Select>
			}
		>
			<More list={list} />
		</Section>
	);
}

function AuditRow({
	event,
	nameOf,
}: {
	readonly event: AuditEvent;
	readonly nameOf: (id: string) => string | undefined;
}) {
	const text = useAuditText();
	const isRefused = event.type === "sign_in_failed";
	return (
		<SettingsRow
			picture={<Avatar name={nameOf(event.agent_id) ?? "?"} />}
			title={
				<span className={isRefused ? styles.refused : undefined}>
					{sentenceOf(event, nameOf, text)}
				</span>
			}
			meta={event.address}
		>
			<span className={styles.time}>
				<Time at={event.created_at} ago />
			</span>
		</SettingsRow>
	);
}
