import { useViewText } from "../language/language.tsx";

const en = {
	"agents.lead": "Who answers customers, and what they sign in with.",
	"agents.new": "New agent",
	"agents.you": "You",
	"agents.actions": "Actions for {name}",
	"agents.role": "Role",
	"agents.roleHint":
		"Admins also change the workspace: its agents, mailboxes, webhooks and keys.",
	"agents.language": "Language of the invitation",
	"role.admin": "Admin",
	"role.agent": "Agent",
	"agents.noAccount": "No account",
	"agents.invited": "Invited",
	"agents.signedIn": "signed in",
	"agents.secondFactor": "Second factor",
	"agents.invite": "Invite",
	"agents.inviteAgain": "Invite again",
	"agents.inviteTitle": "Invite {name}",
	"agents.inviteHint":
		"{email} gets a link to choose a password. It works once, within 7 days.",
	"agents.inviteNow": "Mail an invitation to sign in",
	"agents.sendInvitation": "Send the invitation",
	"agents.invitationSent": "Invitation sent to {email}.",
	"agents.notInvited": "{name} was created, but the invitation was not sent:",
	"agents.removeFactor": "Take away the second factor",
	"agents.removeFactorTitle": "Take away the second factor of {name}?",
	"agents.removeFactorHint":
		"For an agent who has lost the phone and the recovery codes. The password alone signs in then.",
	"agents.removeFactorDone": "The second factor of {name} is off.",
	"agents.provider": "Single sign-on",
	"agents.unlinkProvider": "Unlink from the sign-in provider",
	"agents.unlinkProviderTitle": "Unlink {name} from the sign-in provider?",
	"agents.unlinkProviderHint":
		"For an agent who is another person there than before. The next who signs in there with this address is linked.",
	"agents.unlinkProviderDone": "{name} is unlinked from the sign-in provider.",
	"agents.roleChanged": "{name} is now: {role}.",
	"agents.deactivated": "{name} is deactivated and signed out.",
	"agents.reactivate": "Reactivate",
	"agents.reactivated": "{name} is active again.",
} as const;

const de: Readonly<Record<keyof typeof en, string>> = {
	"agents.lead": "Wer Kunden antwortet, und womit sie sich anmelden.",
	"agents.new": "Neuer Agent",
	"agents.you": "Sie",
	"agents.actions": "Aktionen für {name}",
	"agents.role": "Rolle",
	"agents.roleHint":
		"Admins ändern auch den Arbeitsbereich: Agenten, Postfächer, Webhooks und Schlüssel.",
	"agents.language": "Sprache der Einladung",
	"role.admin": "Admin",
	"role.agent": "Agent",
	"agents.noAccount": "Kein Konto",
	"agents.invited": "Eingeladen",
	"agents.signedIn": "angemeldet",
	"agents.secondFactor": "Zweiter Faktor",
	"agents.invite": "Einladen",
	"agents.inviteAgain": "Noch einmal einladen",
	"agents.inviteTitle": "{name} einladen",
	"agents.inviteHint":
		"{email} erhält einen Link, um ein Passwort zu wählen. Er gilt einmal, 7 Tage lang.",
	"agents.inviteNow": "Eine Einladung zum Anmelden schicken",
	"agents.sendInvitation": "Einladung senden",
	"agents.invitationSent": "Die Einladung ging an {email}.",
	"agents.notInvited":
		"{name} wurde angelegt, aber die Einladung nicht gesendet:",
	"agents.removeFactor": "Zweiten Faktor entfernen",
	"agents.removeFactorTitle": "Zweiten Faktor von {name} entfernen?",
	"agents.removeFactorHint":
		"Für Agenten, die Telefon und Wiederherstellungscodes verloren haben. Danach genügt das Passwort zum Anmelden.",
	"agents.removeFactorDone": "Der zweite Faktor von {name} ist aus.",
	"agents.provider": "Single Sign-on",
	"agents.unlinkProvider": "Vom Anmeldedienst trennen",
	"agents.unlinkProviderTitle": "{name} vom Anmeldedienst trennen?",
	"agents.unlinkProviderHint":
		"Für Agenten, die dort jetzt eine andere Person sind. Wer sich dort als Nächstes mit dieser Adresse anmeldet, wird verbunden.",
	"agents.unlinkProviderDone": "{name} ist vom Anmeldedienst getrennt.",
	"agents.roleChanged": "{name} ist jetzt: {role}.",
	"agents.deactivated": "{name} ist deaktiviert und abgemeldet.",
	"agents.reactivate": "Wieder aktivieren",
	"agents.reactivated": "{name} ist wieder aktiv.",
};

const texts = { en, de };

export const useAgentsText = () => useViewText(texts);
