import { platform, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { readMessageBody } from "../domain/message-body.ts";

const LOW_PRIORITY = 10; // a tenth of the processor where requests want all of it

// On Linux a thread has a priority of its own; elsewhere this would be the whole process's.
if (platform() === "linux") setPriority(LOW_PRIORITY);

// The thread that sanitises large HTML bodies, so that the one that serves requests does not.
parentPort?.on("message", (body: string) => {
	parentPort?.postMessage(readMessageBody(body));
});
