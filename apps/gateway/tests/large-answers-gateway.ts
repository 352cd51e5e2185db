// A gateway in a process of its own whose lists of messages are as large as pages can be; it prints its address. For
// tests that look at what a process takes of memory.
import { createLogger } from "@supportdesk/logger/logger.ts";
import { PAGE_BYTES_MAX } from "@supportdesk/paging/page.ts";
import { createService } from "../src/service.ts";
import { createFakeServices, rendered } from "./fake-services.ts";
import { testConfig } from "./gateway.ts";

const log = createLogger({ name: "large", level: "silent" });
const services = createFakeServices(log);
services.answer("listMessages", () =>
	rendered({}, { body: Buffer.alloc(PAGE_BYTES_MAX, " ") }),
);
const service = createService(
	testConfig(process.env.DATABASE!),
	log,
	services.clients,
	{ eventLoopDelayMs: () => 0 },
);
console.log(`http://127.0.0.1:${await service.start()}`);
