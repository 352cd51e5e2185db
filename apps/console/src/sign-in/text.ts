import { useViewText } from "../language/language.tsx";

const en = {
	"signIn.title": "Sign in",
	"signIn.password": "Password",
	"signIn.submit": "Sign in",
	"signIn.forgotten": "Forgot your password?",
	"signIn.withPassword": "Sign in with a password",
	"signIn.wrong": "The address or the password is not right.",
	"signIn.tooMany": "Too many attempts. Try again in {count} seconds.",
	"signIn.tooMany_one": "Too many attempts. Try again in one second.",
	"signIn.expired":
		"Your session has ended. Sign in to continue: what you have written is still here.",
	"provider.named": "Sign in with {name}",
	"provider.unnamed": "Sign in with single sign-on",
	"provider.stateMismatch":
		"The sign-in has expired, or was begun in another window. Try again.",
	"provider.refused": "The identity provider has refused the sign-in.",
	"provider.emailUnverified":
		"The identity provider has not verified your address.",
	"provider.accountNotFound":
		"There is no account for you here. Ask an admin for an invitation.",
	"provider.identityMismatch":
		"The account of your address belongs to another person of the identity provider. Ask an admin to unlink it.",
	"provider.unavailable":
		"The identity provider is not reachable. Try again, or use your password.",
	"provider.failed": "The sign-in has failed. Try again.",
	"code.title": "Second factor",
	"code.app": "Enter the six digits that your authenticator app shows.",
	"code.recovery": "Enter one of your recovery codes. Each works once.",
	"code.code": "Code",
	"code.recoveryCode": "Recovery code",
	"code.useRecovery": "Use a recovery code",
	"code.useApp": "Use the authenticator app",
	"code.wrong": "This code is wrong, or was used before.",
	"forgotten.title": "New password",
	"forgotten.lead": "We mail you a link with which you choose a new password.",
	"forgotten.submit": "Send the link",
	"forgotten.sentTitle": "Look into your mail",
	"forgotten.sent":
		"If {email} has an account, a link is on its way. It works once, for an hour.",
	"password.invited": "Welcome to Support Desk",
	"password.invitedLead": "Choose a password to sign in with.",
	"password.reset": "Choose a new password",
	"password.resetLead": "You are signed out everywhere else.",
	"password.new": "New password",
	"password.rule": "At least 10 characters, 5 of them different.",
	"password.weak":
		"This password is easy to guess. Take at least 10 characters, 5 of them different.",
	"password.show": "Show the password",
	"password.save": "Save and sign in",
	"link.title": "This link does not work",
	"link.signIn":
		"It was used, has expired, or was replaced by a later one. Sign in with your password, or ask for another link.",
	"link.invited":
		"It was used, has expired, or was replaced by a later one. Ask an admin of your workspace to invite you again.",
	"link.reset":
		"It was used, has expired, or was replaced by a later one. Have another one sent.",
	"link.another": "Send another link",
} as const;

const de: Readonly<Record<keyof typeof en, string>> = {
	"signIn.title": "Anmelden",
	"signIn.password": "Passwort",
	"signIn.submit": "Anmelden",
	"signIn.forgotten": "Passwort vergessen?",
	"signIn.withPassword": "Mit Passwort anmelden",
	"signIn.wrong": "Die Adresse oder das Passwort stimmt nicht.",
	"signIn.tooMany":
		"Zu viele Versuche. Versuchen Sie es in {count} Sekunden wieder.",
	"signIn.tooMany_one":
		"Zu viele Versuche. Versuchen Sie es in einer Sekunde wieder.",
	"signIn.expired":
		"Ihre Sitzung ist beendet. Melden Sie sich an, um weiterzuarbeiten: Was Sie geschrieben haben, ist noch da.",
	"provider.named": "Mit {name} anmelden",
	"provider.unnamed": "Mit Single Sign-on anmelden",
	"provider.stateMismatch":
		"Die Anmeldung ist abgelaufen oder wurde in einem anderen Fenster begonnen. Versuchen Sie es noch einmal.",
	"provider.refused": "Der Anmeldedienst hat die Anmeldung abgelehnt.",
	"provider.emailUnverified":
		"Der Anmeldedienst hat Ihre Adresse nicht bestätigt.",
	"provider.accountNotFound":
		"Sie haben hier kein Konto. Bitten Sie einen Admin um eine Einladung.",
	"provider.identityMismatch":
		"Das Konto mit Ihrer Adresse gehört beim Anmeldedienst einer anderen Person. Bitten Sie einen Admin, die Verknüpfung zu lösen.",
	"provider.unavailable":
		"Der Anmeldedienst ist nicht erreichbar. Versuchen Sie es noch einmal, oder verwenden Sie Ihr Passwort.",
	"provider.failed":
		"Die Anmeldung ist fehlgeschlagen. Versuchen Sie es noch einmal.",
	"code.title": "Zweiter Faktor",
	"code.app":
		"Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App zeigt.",
	"code.recovery":
		"Geben Sie einen Ihrer Wiederherstellungscodes ein. Jeder gilt einmal.",
	"code.code": "Code",
	"code.recoveryCode": "Wiederherstellungscode",
	"code.useRecovery": "Wiederherstellungscode verwenden",
	"code.useApp": "Authenticator-App verwenden",
	"code.wrong": "Dieser Code stimmt nicht oder wurde schon verwendet.",
	"forgotten.title": "Neues Passwort",
	"forgotten.lead":
		"Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort wählen.",
	"forgotten.submit": "Link senden",
	"forgotten.sentTitle": "Sehen Sie in Ihre Mails",
	"forgotten.sent":
		"Wenn {email} ein Konto hat, ist ein Link unterwegs. Er gilt einmal, eine Stunde lang.",
	"password.invited": "Willkommen bei Support Desk",
	"password.invitedLead": "Wählen Sie ein Passwort, mit dem Sie sich anmelden.",
	"password.reset": "Neues Passwort wählen",
	"password.resetLead": "Überall sonst werden Sie abgemeldet.",
	"password.new": "Neues Passwort",
	"password.rule": "Mindestens 10 Zeichen, davon 5 verschiedene.",
	"password.weak":
		"Dieses Passwort ist leicht zu erraten. Nehmen Sie mindestens 10 Zeichen, davon 5 verschiedene.",
	"password.show": "Passwort zeigen",
	"password.save": "Speichern und anmelden",
	"link.title": "Dieser Link funktioniert nicht",
	"link.signIn":
		"Er wurde schon benutzt, ist zu alt oder wurde durch einen späteren ersetzt. Melden Sie sich mit Ihrem Passwort an, oder bitten Sie um einen neuen Link.",
	"link.invited":
		"Er wurde schon benutzt, ist zu alt oder wurde durch einen späteren ersetzt. Bitten Sie einen Admin Ihres Arbeitsbereichs um eine neue Einladung.",
	"link.reset":
		"Er wurde schon benutzt, ist zu alt oder wurde durch einen späteren ersetzt. Lassen Sie sich einen neuen schicken.",
	"link.another": "Neuen Link senden",
};

const texts = { en, de };

export const useSignInText = () => useViewText(texts);
export type SignInTextKey = keyof typeof en;
