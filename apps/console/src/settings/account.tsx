import { queryOptions, useQuery } from "@tanstack/react-query";
import { callAuth, signOut } from "../api/session.ts";
import { Badge } from "../design/badge.tsx";
import { Button } from "../design/button.tsx";
import { Time } from "../design/time.tsx";
import { useText } from "../language/language.tsx";
import { Section, SettingsRow } from "./section.tsx";
import { useAction } from "./use-action.ts";

interface OpenSession {
	readonly id: string;
	readonly is_current: boolean;
	readonly user_agent: string | null;
	readonly address: string | null;
	readonly last_used_at: string;
}

const sessions = queryOptions({
	queryKey: ["sessions"],
	queryFn: () => callAuth<{ data: OpenSession[] }>("GET", "/auth/sessions"),
	select: (page) => page.data,
});

/** Where the agent is signed in. */
export function Account() {
	const text = useText();
	const { data } = useQuery(sessions);
	const run = useAction("sessions");
	return (
		<Section
			title={text("settings.account")}
			lead={text("account.lead")}
			icon="settings"
			items={data}
			keyOf={({ id }) => id}
			row={(session) => (
				<SettingsRow
					title={session.user_agent ?? text("account.unknown")}
					meta={
						<>
							{session.address} · <Time at={session.last_used_at} />
						</>
					}
					marks={
						session.is_current && (
							<Badge tone="success">{text("account.current")}</Badge>
						)
					}
				>
					<Button
						kind="quiet"
						small
						onClick={() =>
							session.is_current
								? void signOut()
								: void run(() =>
										callAuth("DELETE", `/auth/sessions/${session.id}`),
									)
						}
					>
						{text("account.signOut")}
					</Button>
				</SettingsRow>
			)}
		/>
	);
}
