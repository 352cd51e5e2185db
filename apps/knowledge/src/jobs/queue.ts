/** The schema of the service's job queue. */
export const JOBS_SCHEMA = "knowledge_jobs";
