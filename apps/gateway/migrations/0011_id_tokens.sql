-- The OpenID Connect provider's ID token of a session that was opened there, which ends the provider's session, too. Encrypted
-- under the session's token, which this database does not hold; null for other sessions, and for those of earlier versions.
alter table sessions add column id_token text;
