/** The schema of the queue of everything but mails. */
export const JOBS_SCHEMA = "tickets_jobs";

/** The schema of the queue of mails, which has workers of its own: no mail waits for a draft. */
export const MAIL_JOBS_SCHEMA = "tickets_mail_jobs";
