// Measures streams of events on one gateway and the deliveries of webhooks.
import { rm } from "node:fs/promises";
import { startCluster } from "@supportdesk/cluster/cluster.ts";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { measureDeliveries } from "./deliveries.ts";
import { measureStreams } from "./streams.ts";

const values = readCommandLine(
	"bench:events -- [--streams 1000] [--per-second 200] [--seconds 30] [--webhooks 20] [--events 500]",
	{
		streams: { type: "string", default: "1000" },
		"per-second": { type: "string", default: "200" },
		seconds: { type: "string", default: "30" },
		webhooks: { type: "string", default: "20" },
		events: { type: "string", default: "500" },
	},
);
const folder = makeTempFolder("events");
const cluster = await startCluster({
	folder,
	env: {
		ai: { SUPPORTDESK_MODELS_FETCH: "false" },
		events: { WEBHOOK_ALLOW: "127.0.0.0/8" },
	},
});
try {
	const streams = await measureStreams(
		cluster,
		Number(values.streams),
		Number(values["per-second"]),
		Number(values.seconds),
	);
	console.log(JSON.stringify(streams, undefined, "\t"));
	const deliveries = await measureDeliveries(
		cluster,
		Number(values.webhooks),
		Number(values.events),
	);
	console.log(JSON.stringify(deliveries, undefined, "\t"));
} finally {
	await cluster.stop();
	await rm(folder, { recursive: true, force: true });
}
