import type { ErrorCode } from "@supportdesk/client";
import type { ErrorSentences } from "./message-of.ts";

/** The API's errors, which are in English, in German. */
export const germanErrors: ErrorSentences = {
	noResponse:
		"Support Desk ist nicht zu erreichen. Bitte versuchen Sie es später erneut.",
	codes: {
		missing_parameter: "Es fehlt eine Angabe.",
		invalid_parameter: "Eine Angabe ist nicht zulässig.",
		unknown_parameter: "Eine Angabe ist nicht bekannt.",
		invalid_json: "Die Anfrage ist nicht lesbar.",
		invalid_cursor:
			"Diese Seite der Liste gibt es nicht mehr. Bitte laden Sie sie neu.",
		invalid_sort: "Diese Sortierung gibt es nicht.",
		invalid_attachment: "Der Anhang kann nicht verwendet werden.",
		invalid_idempotency_key: "Der Idempotenzschlüssel ist nicht zulässig.",
		unsupported_media_type: "Dieses Format wird nicht angenommen.",
		request_too_large: "Das ist zu groß.",
		missing_api_key: "Bitte melden Sie sich an.",
		invalid_api_key: "Der API-Schlüssel ist ungültig.",
		expired_api_key: "Der API-Schlüssel ist abgelaufen.",
		session_expired: "Ihre Sitzung ist abgelaufen. Bitte melden Sie sich an.",
		invalid_credentials: "E-Mail-Adresse oder Passwort stimmt nicht.",
		invalid_link: "Der Link ist abgelaufen oder wurde schon benutzt.",
		second_factor_required: "Der zweite Faktor wird verlangt.",
		invalid_second_factor: "Der Code stimmt nicht.",
		oidc_state_mismatch:
			"Diese Anmeldung wurde nicht in diesem Browser begonnen, ist abgelaufen oder schon abgeschlossen.",
		oidc_refused: "Der Anbieter hat die Anmeldung abgelehnt.",
		oidc_response_invalid: "Die Antwort des Anbieters ist ungültig.",
		oidc_email_unverified:
			"Der Anbieter hat Ihre E-Mail-Adresse nicht bestätigt.",
		oidc_account_not_found: "Zu dieser E-Mail-Adresse gibt es kein Konto.",
		oidc_identity_mismatch:
			"Das Konto gehört zu einer anderen Identität des Anbieters.",
		insufficient_scope: "Dazu fehlt Ihnen die Berechtigung.",
		csrf_failed:
			"Die Anfrage gehört nicht zu dieser Sitzung. Bitte laden Sie die Seite neu.",
		author_not_permitted: "In diesem Namen dürfen Sie nicht schreiben.",
		route_not_found: "Diese Adresse gibt es nicht.",
		ticket_not_found: "Dieses Ticket gibt es nicht.",
		article_not_found: "Diesen Artikel gibt es nicht.",
		tag_not_found: "Das Ticket hat dieses Schlagwort nicht.",
		draft_not_found: "Diesen Entwurf gibt es nicht.",
		attachment_not_found: "Diesen Anhang gibt es nicht.",
		event_not_found: "Dieses Ereignis gibt es nicht.",
		webhook_not_found: "Diesen Webhook gibt es nicht.",
		delivery_not_found: "Diese Zustellung gibt es nicht.",
		agent_not_found: "Diese Person gibt es nicht.",
		contact_not_found: "Diesen Kontakt gibt es nicht.",
		group_not_found: "Diese Gruppe gibt es nicht.",
		attribute_not_found: "Dieses Attribut gibt es nicht.",
		bulk_job_not_found: "Diese Sammeländerung gibt es nicht.",
		mailbox_not_found: "Dieses Postfach gibt es nicht.",
		macro_not_found: "Dieses Makro gibt es nicht.",
		raw_mail_not_found: "Die ursprüngliche E-Mail gibt es nicht.",
		mail_not_found: "Diese E-Mail gibt es nicht.",
		api_key_not_found: "Diesen API-Schlüssel gibt es nicht.",
		knowledge_test_not_found: "Diesen Test gibt es nicht.",
		session_not_found: "Diese Sitzung gibt es nicht.",
		account_not_found: "Dieses Konto gibt es nicht.",
		method_not_allowed: "Das ist hier nicht möglich.",
		contact_exists: "Ein Kontakt mit dieser Adresse ist schon da.",
		agent_exists: "Eine Person mit dieser E-Mail-Adresse ist schon da.",
		group_exists: "Eine Gruppe mit diesem Namen ist schon da.",
		attribute_exists: "Ein Attribut mit diesem Schlüssel ist schon da.",
		mailbox_exists: "Ein Postfach mit dieser Adresse ist schon da.",
		api_key_revoked: "Der API-Schlüssel ist widerrufen.",
		second_factor_enabled: "Der zweite Faktor ist schon eingerichtet.",
		second_factor_disabled: "Der zweite Faktor ist nicht eingerichtet.",
		last_admin: "Ohne diese Person hätte der Arbeitsbereich keinen Admin.",
		draft_stale:
			"Der Entwurf gilt nicht mehr: Seine Artikel oder das Ticket haben sich geändert.",
		draft_already_approved: "Der Entwurf ist schon gesendet.",
		external_id_exists: "Diese externe ID ist schon vergeben.",
		newer_message:
			"Inzwischen ist eine neuere Nachricht da. Es wurde nichts gesendet.",
		ticket_merged: "Das Ticket ist mit einem anderen zusammengeführt.",
		idempotency_in_progress:
			"Dieselbe Anfrage läuft noch. Bitte versuchen Sie es gleich erneut.",
		undefined_attribute_key: "Dieses Attribut ist nicht angelegt.",
		invalid_attribute_value: "Dieser Wert passt nicht zum Attribut.",
		assignee_not_found: "Diese Person gibt es nicht.",
		author_not_found: "Die Person, die geschrieben hat, gibt es nicht.",
		contact_mismatch: "Adresse und Kontakt passen nicht zusammen.",
		invalid_merge: "Diese beiden lassen sich nicht zusammenführen.",
		tag_limit_exceeded: "Mehr Schlagwörter sind nicht möglich.",
		idempotency_key_reused:
			"Der Idempotenzschlüssel gehört zu einer anderen Anfrage.",
		webhook_url_refused: "An diese Adresse wird nicht zugestellt.",
		webhook_limit_exceeded: "Mehr Webhooks sind nicht möglich.",
		knowledge_test_limit_exceeded: "Mehr Tests sind nicht möglich.",
		scope_not_held:
			"Sie können keine Berechtigung erteilen, die Sie nicht haben.",
		limit_not_held: "Sie können kein höheres Limit festlegen als Ihr eigenes.",
		api_key_limit_exceeded: "Mehr API-Schlüssel sind nicht möglich.",
		weak_password: "Das Passwort ist zu leicht zu erraten.",
		second_factor_unavailable:
			"Der zweite Faktor ist auf diesem Server nicht eingerichtet.",
		rate_limit_minute:
			"Zu viele Anfragen. Bitte versuchen Sie es gleich erneut.",
		rate_limit_burst:
			"Zu viele Anfragen. Bitte versuchen Sie es gleich erneut.",
		rate_limit_day: "Die Anfragen dieses Tages sind aufgebraucht.",
		concurrency_limit:
			"Zu viele Anfragen zugleich. Bitte versuchen Sie es gleich erneut.",
		internal_error: "Etwas ist schiefgegangen.",
		upstream_unavailable:
			"Ein Dienst ist nicht erreichbar. Bitte versuchen Sie es später erneut.",
		oidc_unavailable:
			"Der Anbieter der Anmeldung ist nicht erreichbar. Bitte versuchen Sie es später erneut.",
		service_unavailable:
			"Support Desk ist vorübergehend nicht verfügbar. Bitte versuchen Sie es gleich erneut.",
	} satisfies Record<ErrorCode, string>,
};
