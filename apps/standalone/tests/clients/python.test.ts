import { join } from "node:path";
import {
	findPython,
	installPythonClient,
	type PythonClient,
} from "@supportdesk/testkit/python.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startProduct, type TestProduct } from "../product.ts";

const SLOW_MS = 300_000; // pip fetches the packages
const CACHE = join(
	import.meta.dirname,
	"../../node_modules/.cache/python-client",
);
const python = findPython();

describe.skipIf(!python)(
	"the Python client (needs Python 3.11 and its venv)",
	() => {
		let folder: string;
		let client: PythonClient;
		let product: TestProduct;
		beforeAll(async () => {
			folder = makeTempFolder("python-client");
			client = await installPythonClient(python!, CACHE, folder);
			product = await startProduct({ transport: "process" });
		}, SLOW_MS);
		afterAll(async () => {
			await product.stop();
			removeFolder(folder);
		});

		it("makes a round trip, for threads and for asyncio", async () => {
			const { key } = await product.createWorkspace();
			const printed = await client.run("round_trip.py", product.url, key);
			expect(JSON.parse(printed)).toEqual({
				sync: {
					...{ bodies: ["Does it fit?", "Yes."], pages: 2, download: "ä" },
					...{ exported: ["Größe \u2028 𝟞"], event: "ticket.created" },
					...{ same: true, limit: 1_000_000, archived: "archived" },
					errors: ["ticket_not_found", null, true, true, "refused"],
				},
				async: {
					...{ created: 3, bodies: ["Does it fit?"], exported: true },
					...{ page: true, event: "ticket.created" },
				},
			});
		});

		it(
			"has types that mypy accepts, as does a program that uses them",
			async () => {
				const strict = ["mypy", "--strict", "--config-file=", "tests"];
				expect(await client.runModule("mypy")).toMatch(/^Success/);
				expect(await client.runModule(...strict)).toMatch(/^Success/);
			},
			SLOW_MS,
		);

		it("repeats what may succeed later, and verifies webhooks", async () => {
			await client.runModule("unittest", "discover", "-s", "tests");
		});
	},
);
