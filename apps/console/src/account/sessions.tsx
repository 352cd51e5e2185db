import { useQuery } from "@tanstack/react-query";
import { callAuth } from "../api/session.ts";
import { Badge } from "../design/badge.tsx";
import { Button } from "../design/button.tsx";
import { Time } from "../design/time.tsx";
import { Section, SettingsRow } from "../settings/section.tsx";
import { useAction } from "../settings/use-action.ts";
import { deviceOf } from "./device-name.ts";
import { type OpenSession, sessions } from "./own-account.ts";
import { useAccountText } from "./text.ts";
import { useSignOut } from "./use-sign-out.ts";

/** Where the agent is signed in. */
export function Sessions() {
	const text = useAccountText();
	const query = useQuery(sessions);
	const signOut = useSignOut();
	return (
		<Section
			title={text("sessions.title")}
			lead={text("sessions.lead")}
			icon="settings"
			query={query}
			items={query.data}
			keyOf={({ id }) => id}
			row={(session) => <SessionRow session={session} />}
			actions={
				<Button onClick={() => void signOut(true)}>
					{text("account.signOutEverywhere")}
				</Button>
			}
		/>
	);
}

function SessionRow({ session }: { readonly session: OpenSession }) {
	const text = useAccountText();
	const run = useAction("sessions");
	const signOut = useSignOut();
	const { id, is_current, user_agent, address, method } = session;
	const device = deviceOf(user_agent);
	const name = device
		? text("sessions.device", device)
		: user_agent || text("sessions.unknown");
	return (
		<SettingsRow
			title={<span title={user_agent}>{name}</span>}
			meta={
				<>
					{address} · {text(`sessions.method.${method}`)} ·{" "}
					{text("sessions.used")} <Time at={session.last_used_at} ago />
				</>
			}
			marks={
				is_current && <Badge tone="success">{text("sessions.current")}</Badge>
			}
		>
			<Button
				kind="quiet"
				small
				aria-label={text("sessions.endOf", { device: name })}
				onClick={() =>
					is_current
						? void signOut()
						: void run(() => callAuth("DELETE", `/auth/sessions/${id}`))
				}
			>
				{text("account.signOut")}
			</Button>
		</SettingsRow>
	);
}
