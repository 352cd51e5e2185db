import { useInfiniteQuery } from "@tanstack/react-query";
import {
	Link,
	useNavigate,
	useParams,
	useSearch,
} from "@tanstack/react-router";
import { useState } from "react";
import { desk } from "../api/desk.ts";
import { Button } from "../design/button.tsx";
import { Empty, Skeleton } from "../design/empty.tsx";
import { Failed } from "../design/failed.tsx";
import { Field, Input } from "../design/field.tsx";
import { More } from "../design/more.tsx";
import { Split, SplitItem } from "../design/split.tsx";
import { useSearchText } from "../design/use-search-text.ts";
import { useText } from "../language/language.tsx";
import { FormDialog } from "../settings/form-dialog.tsx";
import { useSave } from "../settings/use-action.ts";
import { ContactCard } from "./contact-card.tsx";
import { contacts } from "./contact-list.ts";

export function Contacts() {
	const text = useText();
	const navigate = useNavigate();
	const { contactId } = useParams({ strict: false });
	const { q = "" } = useSearch({ from: "/desk/contacts" });
	const [isNew, setNew] = useState(false);
	const [typed, setTyped] = useSearchText(q || undefined, (found) =>
		navigate({ to: ".", search: { q: found }, replace: true }),
	);
	const list = useInfiniteQuery(contacts(q));
	const all = list.data?.pages.flatMap((page) => page.data) ?? [];
	return (
		<>
			<Split
				title={text("place.contacts")}
				actions={
					<Button kind="primary" icon="plus" onClick={() => setNew(true)}>
						{text("contacts.new")}
					</Button>
				}
				tools={
					<Input
						type="search"
						aria-label={text("contacts.search")}
						placeholder={text("contacts.search")}
						maxLength={200}
						value={typed}
						onChange={({ target }) => setTyped(target.value)}
					/>
				}
				list={
					list.isPending ? (
						<Skeleton lines={10} />
					) : list.isError ? (
						<Failed query={list} />
					) : (
						<>
							{all.length === 0 && (
								<Empty icon="users" title={text("contacts.none")} />
							)}
							<ul>
								{all.map(({ id, name, email, external_id }) => (
									<li key={id}>
										<Link
											to="/contacts/$contactId"
											params={{ contactId: id }}
											search={{ q: q || undefined }}
										>
											<SplitItem title={name} meta={email ?? external_id} />
										</Link>
									</li>
								))}
							</ul>
							<More list={list} />
						</>
					)
				}
				detail={contactId && <ContactCard key={contactId} id={contactId} />}
				placeholder={<Empty icon="users" title={text("contacts.choose")} />}
			/>
			{isNew && <NewContactDialog onClose={() => setNew(false)} />}
		</>
	);
}

function NewContactDialog({ onClose }: { readonly onClose: () => void }) {
	const text = useText();
	const navigate = useNavigate();
	const save = useSave("contacts");
	return (
		<FormDialog
			title={text("contacts.new")}
			onClose={onClose}
			onSubmit={async (values) => {
				const { id } = await save(
					desk.contacts.create({
						email: values.text("email"),
						name: values.text("name") || undefined,
					}),
				);
				await navigate({
					to: "/contacts/$contactId",
					params: { contactId: id },
				});
			}}
		>
			<Field label={text("field.email")}>
				<Input name="email" type="email" required />
			</Field>
			<Field label={text("field.name")}>
				<Input name="name" maxLength={200} />
			</Field>
		</FormDialog>
	);
}
