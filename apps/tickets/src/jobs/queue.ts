/** The schema of the service's job queue. */
export const JOBS_SCHEMA = "tickets_jobs";
