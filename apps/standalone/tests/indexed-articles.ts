import { expect } from "vitest";
import type { Client } from "./client.ts";

/** Expects that the workspace has so many articles, and that all are embedded: until then searches have their words alone. */
export async function expectIndexed(api: Client, count: number) {
	const { data } = (await api.get("/v1/knowledge/articles")).body;
	const indexed = { indexed_at: expect.any(String) };
	expect(data).toMatchObject(Array.from({ length: count }, () => indexed));
}
