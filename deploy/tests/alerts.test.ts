import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { alerts } from "./expressions.ts";
import { render } from "./manifests.ts";

it("explains every alert to operators", () => {
	const docs = readFileSync(
		fileURLToPath(new URL("../README.md", import.meta.url)),
		"utf8",
	);
	const rows = new Map(
		[...docs.matchAll(/^\| (\w+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
			([, name, explanation, todo]) => [name, [explanation, todo]],
		),
	);
	const names = alerts().map(({ alert }) => alert);
	expect(names.length).toBeGreaterThan(20);
	expect(names.filter((name) => !rows.has(name))).toEqual([]);
	expect(new Set(names).size).toBe(names.length);
});

// The cluster may have other installations, and other products with a gateway.
it("restricts every alert to the installation's namespace", () => {
	const { namespace } = render("production").find(
		({ kind }) => kind === "PrometheusRule",
	)!.metadata;
	const others = alerts().flatMap(({ alert, expr }) =>
		[...expr.matchAll(/\w+\{[^}]*\}/g)]
			.filter(([selector]) => !selector.includes(`namespace="${namespace}"`))
			.map(([selector]) => `${alert}: ${selector}`),
	);
	expect(others).toEqual([]);
});

it("gives every alert the labels that its text uses", () => {
	const nameless = alerts().flatMap(({ alert, expr, annotations }) => {
		// A plain series keeps its labels; sums and absences have only the given ones.
		if (!/\b(?:sum|max|absent)\b/.test(expr)) return [];
		const given = [
			...expr.matchAll(/\bby \(([^)]*)\)/g),
			...expr.matchAll(/\blabel_replace\(absent\([^)]*\), "(\w+)"/g),
		].flatMap(([, labels]) => labels!.split(/,\s*/));
		return [...annotations.summary.matchAll(/\$labels\.(\w+)/g)]
			.filter(([, label]) => !given.includes(label!))
			.map(([, label]) => `${alert}: ${label}`);
	});
	expect(nameless).toEqual([]);
});
