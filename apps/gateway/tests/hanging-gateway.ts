// A gateway in a separate process whose tickets service never responds; it prints its address, and a line for every
// call that reached the service. For tests that kill it.
import { createLogger } from "@supportdesk/logger/logger.ts";
import { createService } from "../src/service.ts";
import { createFakeServices } from "./fake-services.ts";
import { testConfig } from "./gateway.ts";

const { DATABASE, REDIS } = process.env;
const log = createLogger({ name: "hanging", level: "silent" });
const services = createFakeServices(log);
services.handle("getTicket", () => {
	console.log("called");
	return new Promise(() => {});
});
const service = createService(
	testConfig(DATABASE!, { redisUrl: REDIS!, replicas: 5 }),
	log,
	services.clients,
);
console.log(`http://127.0.0.1:${await service.start()}`);
