import type { Ticket } from "@supportdesk/client";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { conversation } from "../api/conversations.ts";
import { desk } from "../api/desk.ts";
import { queryClient } from "../api/query-client.ts";
import { Icon } from "../design/icon.tsx";
import { useToasts } from "../design/toasts.tsx";
import { showTicket } from "../inbox/rows.ts";
import { useText } from "../language/language.tsx";
import { messageOf } from "../language/message-of.ts";
import styles from "./tags.module.css";

export function Tags({ ticket: { id, tags } }: { readonly ticket: Ticket }) {
	const text = useText();
	const { warn } = useToasts();
	const [typed, setTyped] = useState("");
	const { mutate } = useMutation({
		mutationFn: (change: {
			readonly add?: string;
			readonly remove?: string;
		}) =>
			change.add
				? desk.tickets.addTags(id, { tags: [change.add] })
				: desk.tickets.removeTag(id, change.remove!),
		networkMode: "always",
		onSuccess: (ticket) => {
			showTicket(ticket);
			queryClient.setQueryData(
				conversation(id).queryKey,
				(known) => known && { ...known, tags: ticket.tags },
			);
		},
		onError: (error) => warn(messageOf(error)),
	});
	const add = (event: FormEvent) => {
		event.preventDefault();
		const tag = typed.trim();
		// What is refused can be mended.
		const restore = () => setTyped((later) => later || typed);
		if (tag) mutate({ add: tag }, { onError: restore });
		setTyped("");
	};
	return (
		<div className={styles.tags}>
			{tags.map((tag) => (
				<span key={tag} className={styles.tag}>
					<Link to="/inbox/$view" params={{ view: "all" }} search={{ tag }}>
						{tag}
					</Link>
					<button
						type="button"
						aria-label={text("tags.remove", { tag })}
						onClick={() => mutate({ remove: tag })}
					>
						<Icon name="close" size={12} />
					</button>
				</span>
			))}
			<form onSubmit={add}>
				<input
					className={styles.input}
					aria-label={text("tags.add")}
					placeholder={text("tags.add")}
					maxLength={64}
					value={typed}
					onChange={({ target }) => setTyped(target.value)}
				/>
			</form>
		</div>
	);
}
