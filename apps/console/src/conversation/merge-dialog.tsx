import type { Ticket } from "@supportdesk/client";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { desk } from "../api/desk.ts";
import { queryClient } from "../api/query-client.ts";
import { useAgentId } from "../api/session.ts";
import { moveComposed } from "../composer/move-composed.ts";
import { Dialog } from "../design/dialog.tsx";
import { Failed } from "../design/failed.tsx";
import { Field, Input } from "../design/field.tsx";
import { useToasts } from "../design/toasts.tsx";
import { isWithoutWord } from "../inbox/rows.ts";
import { useText } from "../language/language.tsx";
import { messageOf } from "../language/message-of.ts";
import styles from "./merge-dialog.module.css";

/** Finds the ticket that this one becomes a part of. */
export function MergeDialog({
	id,
	onClose,
}: {
	readonly id: string;
	readonly onClose: () => void;
}) {
	const text = useText();
	const navigate = useNavigate();
	const agentId = useAgentId();
	const { say, warn } = useToasts();
	const [q, setQ] = useState("");
	const query = useQuery({
		queryKey: ["merge-targets", q],
		queryFn: ({ signal }) =>
			desk.tickets
				.list(
					{ q: q.trim() || undefined, limit: 8, sort: "updated_at:desc" },
					{ signal },
				)
				.page(),
		placeholderData: (previous) => previous,
		// No event keeps it current: the ticket to merge into may have come just now.
		staleTime: 0,
	});
	const targets = query.data?.data.filter((ticket) => ticket.id !== id) ?? [];
	const merge = async (target: Ticket) => {
		try {
			await desk.tickets.merge(id, { into: target.id });
			const moving = moveComposed(agentId, id, target.id);
			refresh();
			say(
				text("done.merged"),
				() =>
					void desk.tickets.unmerge(id).then(
						() => {
							refresh();
							void moving.then((takeBack) => takeBack());
						},
						(error) => warn(messageOf(error)),
					),
			);
			onClose();
			await navigate({
				to: "/inbox/$view/$ticketId",
				params: { view: "all", ticketId: target.id },
			});
		} catch (error) {
			warn(messageOf(error));
		}
	};
	return (
		<Dialog
			title={text("merge.title")}
			description={text("merge.hint")}
			onClose={onClose}
		>
			<Field label={text("merge.search")}>
				<Input
					type="search"
					autoFocus
					maxLength={200}
					value={q}
					onChange={({ target }) => setQ(target.value)}
				/>
			</Field>
			{query.isError &&
				(isWithoutWord(query.error) ? (
					<p>{text("inbox.noWord")}</p>
				) : (
					<Failed query={query} />
				))}
			{query.isSuccess && targets.length === 0 && <p>{text("merge.none")}</p>}
			<ul className={styles.targets}>
				{targets.map((target) => (
					<li key={target.id}>
						<button type="button" onClick={() => merge(target)}>
							<strong dir="auto">{target.subject}</strong>
							<span>
								{target.contact.name} · {text(`status.${target.status}`)}
							</span>
						</button>
					</li>
				))}
			</ul>
		</Dialog>
	);
}

function refresh() {
	void queryClient.resetQueries({ queryKey: ["inbox"] });
	void queryClient.invalidateQueries({ queryKey: ["conversation"] });
}
