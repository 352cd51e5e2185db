/** First entry of a backup: identifies its format. */
export const MANIFEST = "supportdesk-backup.json";
/** Increased when older versions cannot restore a new backup. */
export const FORMAT = 1;
/** Folder of PostgreSQL's files, in the data folder as in a backup. */
export const CLUSTER = "postgres/cluster";
export const OUTBOX = "outbox";
/** The other files of an installation that a backup contains; the log is not one of them. */
export const SMALL_FILES = [
	"postgres/password",
	"cursor-secret",
	"secrets-key",
	"demo.json",
	"demo-filled",
] as const;
