import { OWN_JOB } from "@supportdesk/outbox/new-event.ts";

/** The command line acts as the system: no key and no request of the API cause its changes. */
export const COMMAND_LINE = OWN_JOB;
