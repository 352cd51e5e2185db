/** First in a backup: says what it is. */
export const MANIFEST = "supportdesk-backup.json";
/** Raised when a backup becomes something that older versions cannot restore. */
export const FORMAT = 1;
/** Folder of PostgreSQL's files, in the data folder as in a backup. */
export const CLUSTER = "postgres/cluster";
export const OUTBOX = "outbox";
/** What belongs to an installation besides its database and its mails; the log does not. */
export const SMALL_FILES = [
	"postgres/password",
	"cursor-secret",
	"demo.json",
	"demo-filled",
] as const;
