import {
	type ContactChanges,
	type ContactDetails,
	NotFoundError,
} from "@supportdesk/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { desk } from "../api/desk.ts";
import { AttributeRows } from "../attributes/attribute-rows.tsx";
import { Avatar } from "../design/avatar.tsx";
import { Badge } from "../design/badge.tsx";
import { Button, IconButton } from "../design/button.tsx";
import { Empty, Skeleton } from "../design/empty.tsx";
import { Failed } from "../design/failed.tsx";
import { Field, Input } from "../design/field.tsx";
import { More } from "../design/more.tsx";
import { Time } from "../design/time.tsx";
import { useText } from "../language/language.tsx";
import { FormDialog } from "../settings/form-dialog.tsx";
import { useAction, useSave } from "../settings/use-action.ts";
import styles from "./contact-card.module.css";
import { contact as contactQuery, conversationsOf } from "./contact-list.ts";

export function ContactCard({ id }: { readonly id: string }) {
	const text = useText();
	const query = useQuery(contactQuery(id));
	const { data, error } = query;
	if (data === null || error instanceof NotFoundError)
		return <Empty icon="warning" title={text("contacts.gone")} />;
	if (data) return <Loaded contact={data} />;
	return error ? <Failed query={query} /> : <Skeleton lines={8} />;
}

function Loaded({ contact }: { readonly contact: ContactDetails }) {
	const text = useText();
	const navigate = useNavigate();
	const [dialog, setDialog] = useState<"edit" | "erase">();
	const act = useAction("contact");
	const close = () => setDialog(undefined);
	return (
		<div className={styles.card}>
			<header className={styles.header}>
				<IconButton
					className={styles.back}
					icon="left"
					label={text("action.back")}
					onClick={() => void navigate({ to: "/contacts", search: true })}
				/>
				<Avatar name={contact.name} />
				<div className={styles.name}>
					<h2 dir="auto">{contact.name}</h2>
					{contact.email && <p>{contact.email}</p>}
				</div>
				<Button icon="edit" onClick={() => setDialog("edit")}>
					{text("action.edit")}
				</Button>
				<Button kind="quiet" icon="trash" onClick={() => setDialog("erase")}>
					{text("contacts.erase")}
				</Button>
			</header>
			<dl className={styles.facts}>
				{contact.addresses.length > 1 && (
					<Fact
						name={text("contacts.addresses")}
						value={contact.addresses.join(", ")}
					/>
				)}
				{contact.external_id && (
					<Fact
						name={text("contacts.externalId")}
						value={contact.external_id}
					/>
				)}
				<div>
					<dt>{text("field.created")}</dt>
					<dd>
						<Time at={contact.created_at} exact />
					</dd>
				</div>
			</dl>
			<Conversations id={contact.id} />
			<AttributeRows
				values={contact.custom_attributes}
				onChange={(custom_attributes) =>
					act(() => desk.contacts.update(contact.id, { custom_attributes }))
				}
			/>
			{dialog === "edit" && <EditDialog contact={contact} onClose={close} />}
			{dialog === "erase" && <EraseDialog contact={contact} onClose={close} />}
		</div>
	);
}

function Fact({
	name,
	value,
}: {
	readonly name: string;
	readonly value: string;
}) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{value}</dd>
		</div>
	);
}

function Conversations({ id }: { readonly id: string }) {
	const text = useText();
	const query = useInfiniteQuery(conversationsOf(id));
	const all = query.data?.pages.flatMap((page) => page.data);
	return (
		<section className={styles.conversations}>
			<h3>{text("inbox.conversations")}</h3>
			{query.isError && <Failed query={query} />}
			{query.isPending && <Skeleton lines={3} />}
			{all?.length === 0 && <p>{text("inbox.empty")}</p>}
			<ul>
				{all?.map((each) => (
					<li key={each.id}>
						<Link
							to="/inbox/$view/$ticketId"
							params={{ view: "all", ticketId: each.id }}
						>
							<span dir="auto">{each.subject}</span>
							<Badge>{text(`status.${each.status}`)}</Badge>
							<Time at={each.last_message_at} />
						</Link>
					</li>
				))}
			</ul>
			<More list={query} />
		</section>
	);
}

interface DialogProps {
	readonly contact: ContactDetails;
	readonly onClose: () => void;
}

function EditDialog({ contact, onClose }: DialogProps) {
	const text = useText();
	const save = useSave("contact");
	// What the fields began with: another agent may change the contact meanwhile.
	const [begun] = useState({ name: contact.name, email: contact.email ?? "" });
	return (
		<FormDialog
			title={contact.name}
			onClose={onClose}
			onSubmit={(values) => {
				const name = values.text("name");
				const email = values.text("email");
				return save(
					desk.contacts.update(contact.id, {
						...(name !== begun.name && { name }),
						...(email !== begun.email &&
							changesOfEmail(contact, begun.email, email)),
					}),
				);
			}}
		>
			<Field label={text("field.name")}>
				<Input name="name" maxLength={200} defaultValue={begun.name} required />
			</Field>
			<Field label={text("field.email")}>
				<Input name="email" type="email" defaultValue={begun.email} />
			</Field>
		</FormDialog>
	);
}

/** A removed address leaves the contact with its others, if there are any. */
function changesOfEmail(
	{ addresses }: ContactDetails,
	before: string,
	typed: string,
): ContactChanges {
	if (typed) return { email: typed };
	return { addresses: addresses.filter((each) => each !== before) };
}

function EraseDialog({ contact, onClose }: DialogProps) {
	const text = useText();
	const navigate = useNavigate();
	const save = useSave("contacts");
	return (
		<FormDialog
			title={text("contacts.eraseTitle", { name: contact.name })}
			submit={text("contacts.erase")}
			isDangerous
			onClose={onClose}
			onSubmit={() =>
				// The page is left before the contact is looked for again.
				save(
					desk.contacts
						.delete(contact.id)
						.then(() => navigate({ to: "/contacts" })),
				)
			}
		>
			<p>{text("contacts.eraseHint")}</p>
		</FormDialog>
	);
}
