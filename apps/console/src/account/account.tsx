import { useMe } from "../api/directory.ts";
import { Skeleton } from "../design/empty.tsx";
import styles from "../settings/section.module.css";
import { PasswordRow } from "./password.tsx";
import { SecondFactorRow } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";
import { useAccountText } from "./text.ts";

/** What an agent signs in with, and where it is signed in. */
export function Account() {
	const text = useAccountText();
	const me = useMe();
	if (!me?.session) return <Skeleton />;
	const { name, email } = me.owner;
	const role = text(`role.${me.session.role}`);
	return (
		<div className={styles.sections}>
			<section className={styles.section} aria-label={text("account.title")}>
				<header className={styles.header}>
					<div>
						<h2>{text("account.title")}</h2>
						<p>{text("account.lead", { name, email, role })}</p>
					</div>
				</header>
				<ul className={styles.items}>
					<li>
						<PasswordRow me={me} />
					</li>
					<li>
						<SecondFactorRow agentId={me.owner.id} email={email} />
					</li>
				</ul>
			</section>
			<Sessions />
		</div>
	);
}
