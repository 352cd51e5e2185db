import { newId } from "@supportdesk/ids/ids.ts";
import { expect, it } from "vitest";
import { fakeModel } from "./fake-model.ts";
import {
	givenDatabase,
	givenService,
	HELP_CENTRE,
	harness,
	jobsAreDone,
	until,
} from "./given.ts";

const ARTICLE = `# Zeppelin **mooring**

<script>alert('zeppelin')

mooring()</script>
To moor a _zeppelin_ <b onclick="x()">see</b> [the manual](https://example.com/m) &amp; the table.<!-- never
shown -->

| Zeppelin | Mast |
|---|---|
| LZ_127 | \`2*3*4\` |
`;
const PLAIN =
	"Zeppelin mooring To moor a zeppelin see the manual & the table. Zeppelin: LZ_127; Mast: 2*3*4.";

it("shows articles and gaps as plain text in searches, to drafts and in lists", async () => {
	const url = await givenDatabase();
	const service = await givenService(url, fakeModel());
	const ours = harness(service.handlers, newId("wsp", Date.now()), url);
	await ours.publish("Mooring a zeppelin", ARTICLE);
	for (const [title, body] of HELP_CENTRE) await ours.publish(title, body);
	await until(() => jobsAreDone(url));
	const [result] = await ours.search("how to moor a zeppelin to the mast");
	expect(result!.excerpt).toBe(PLAIN);
	const { articles } = await ours.passages(
		newId("tkt", Date.now()),
		"how to moor a zeppelin to the mast",
	);
	expect(articles[0]).toMatchObject({ excerpt: PLAIN, passages: [PLAIN] });
	await ours.passages(
		newId("tkt", Date.now()),
		"Yachts\n<p>Do you **sell** <script>alert(1)</script>yachts &amp; rafts?</p>",
	);
	expect(await ours.gaps()).toMatchObject([
		{ topic: "Yachts\n\nDo you sell yachts & rafts?" },
	]);
	await service.stop();
});
