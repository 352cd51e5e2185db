// A gateway in a separate process whose message lists have the maximum page size; it prints its address. For
// tests that measure the memory of the process.
import { createLogger } from "@supportdesk/logger/logger.ts";
import { PAGE_BYTES_MAX } from "@supportdesk/paging/page.ts";
import { createService } from "../src/service.ts";
import { createFakeServices, rendered } from "./fake-services.ts";
import { testConfig } from "./gateway.ts";

const log = createLogger({ name: "large", level: "silent" });
const services = createFakeServices(log);
services.handle("listMessages", () =>
	rendered({}, { body: Buffer.alloc(PAGE_BYTES_MAX, " ") }),
);
const service = createService(
	testConfig(process.env.DATABASE!),
	log,
	services.clients,
	{ eventLoopDelayMs: () => 0 },
);
console.log(`http://127.0.0.1:${await service.start()}`);
