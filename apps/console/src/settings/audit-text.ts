import type { AuditEvent } from "@supportdesk/client";
import { useViewText } from "../language/language.tsx";

const en = {
	"audit.lead":
		"Who signed in, and what was changed of accounts. Kept for a year.",
	"audit.agent": "Agent",
	"audit.everyone": "All agents",
	"audit.key": "The API key {name}",
	"audit.signed_in": "{name} signed in",
	"audit.sign_in_failed": "A sign-in as {name} was refused",
	"audit.signed_out": "{name} signed out",
	"audit.session_revoked": "{name} ended another session",
	"audit.sessions_revoked": "{name} signed out everywhere",
	"audit.invited": "{name} was invited",
	"audit.invited.by": "{actor} invited {name}",
	"audit.sign_in_link_created": "A link was made that signs {name} in",
	"audit.password_reset_requested": "A new password was requested for {name}",
	"audit.password_changed": "{name} changed their password",
	"audit.second_factor_enabled": "{name} turned on a second factor",
	"audit.second_factor_disabled": "The second factor of {name} was turned off",
	"audit.second_factor_disabled.own": "{name} turned off their second factor",
	"audit.second_factor_disabled.by":
		"{actor} took away the second factor of {name}",
	"audit.recovery_code_used": "{name} used a recovery code",
	"audit.recovery_codes_replaced": "{name} made new recovery codes",
	"audit.provider_linked": "{name} was linked to the sign-in provider",
	"audit.provider_unlinked.by":
		"{actor} unlinked {name} from the sign-in provider",
	"audit.provider_unlinked": "{name} was unlinked from the sign-in provider",
	"audit.deactivated": "{name} was deactivated",
	"audit.deactivated.own": "{name} deactivated their own account",
	"audit.deactivated.by": "{actor} deactivated {name}",
	"audit.reactivated": "{name} was reactivated",
	"audit.reactivated.by": "{actor} reactivated {name}",
	"audit.role_changed": "The role of {name} was changed",
	"audit.role_changed.own": "{name} changed their own role",
	"audit.role_changed.by": "{actor} changed the role of {name}",
	"audit.role.admin": "Admin",
	"audit.role.agent": "Agent",
} as const;

const de: Readonly<Record<keyof typeof en, string>> = {
	"audit.lead":
		"Wer sich angemeldet hat, und was an Konten geändert wurde. Ein Jahr lang aufbewahrt.",
	"audit.agent": "Agent",
	"audit.everyone": "Alle Agenten",
	"audit.key": "Der API-Schlüssel {name}",
	"audit.signed_in": "{name} hat sich angemeldet",
	"audit.sign_in_failed": "Eine Anmeldung als {name} wurde abgewiesen",
	"audit.signed_out": "{name} hat sich abgemeldet",
	"audit.session_revoked": "{name} hat eine andere Sitzung beendet",
	"audit.sessions_revoked": "{name} hat sich überall abgemeldet",
	"audit.invited": "{name} wurde eingeladen",
	"audit.invited.by": "{actor} hat {name} eingeladen",
	"audit.sign_in_link_created": "Ein Link wurde erzeugt, der {name} anmeldet",
	"audit.password_reset_requested":
		"Für {name} wurde ein neues Passwort angefordert",
	"audit.password_changed": "{name} hat das eigene Passwort geändert",
	"audit.second_factor_enabled":
		"{name} hat einen zweiten Faktor eingeschaltet",
	"audit.second_factor_disabled":
		"Der zweite Faktor von {name} wurde ausgeschaltet",
	"audit.second_factor_disabled.own":
		"{name} hat den eigenen zweiten Faktor ausgeschaltet",
	"audit.second_factor_disabled.by":
		"{actor} hat den zweiten Faktor von {name} entfernt",
	"audit.recovery_code_used":
		"{name} hat einen Wiederherstellungscode verwendet",
	"audit.recovery_codes_replaced":
		"{name} hat neue Wiederherstellungscodes erzeugt",
	"audit.provider_linked": "{name} wurde mit dem Anmeldedienst verbunden",
	"audit.provider_unlinked.by": "{actor} hat {name} vom Anmeldedienst getrennt",
	"audit.provider_unlinked": "{name} wurde vom Anmeldedienst getrennt",
	"audit.deactivated": "{name} wurde deaktiviert",
	"audit.deactivated.own": "{name} hat das eigene Konto deaktiviert",
	"audit.deactivated.by": "{actor} hat {name} deaktiviert",
	"audit.reactivated": "{name} wurde wieder aktiviert",
	"audit.reactivated.by": "{actor} hat {name} wieder aktiviert",
	"audit.role_changed": "Die Rolle von {name} wurde geändert",
	"audit.role_changed.own": "{name} hat die eigene Rolle geändert",
	"audit.role_changed.by": "{actor} hat die Rolle von {name} geändert",
	"audit.role.admin": "Admin",
	"audit.role.agent": "Agent",
};

const texts = { en, de };

export const useAuditText = () => useViewText(texts);

type AuditText = ReturnType<typeof useAuditText>;
type AuditTextKey = keyof typeof en;

/** An event as a sentence. Without an actor it was the command line, or a person who was not signed in. */
export function sentenceOf(
	{ type, agent_id, actor_id, actor_key_name, role }: AuditEvent,
	nameOf: (id: string) => string | undefined,
	text: AuditText,
): string {
	const name = nameOf(agent_id) ?? agent_id;
	const actor = actor_key_name
		? text("audit.key", { name: actor_key_name })
		: actor_id && (nameOf(actor_id) ?? actor_id);
	const by = actor_id === agent_id ? "own" : "by";
	const key: AuditTextKey | undefined = [
		...(actor_id ? [`audit.${type}.${by}`] : []),
		`audit.${type}`,
	].find((each) => each in en) as AuditTextKey | undefined;
	// A newer server knows more types.
	if (!key) return `${name}: ${type}`;
	const sentence = text(key, { name, actor: actor ?? "" });
	const isGiven = role !== null && type === "role_changed";
	return isGiven ? `${sentence}: ${text(`audit.role.${role}`)}` : sentence;
}
