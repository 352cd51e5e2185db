import { expect, test } from "vitest";
import {
	decodeTable,
	encodeTable,
	packRows,
	unpackRows,
} from "./static-table.ts";

const table = {
	name: "test-2",
	dimensions: 2,
	rows: Int8Array.of(1, -2, 127, -127),
	scales: Float32Array.of(0.5, 0.25),
};

test("reads back what it wrote, at any offset of the buffer", () => {
	const file = Buffer.concat([Buffer.alloc(3), encodeTable(table)]).subarray(3);
	expect(decodeTable(file)).toEqual(table);
});

test("refuses a file that is cut off or is something else", () => {
	const file = Buffer.from(encodeTable(table));
	expect(() => decodeTable(file.subarray(0, -1))).toThrow("cut off");
	expect(() => decodeTable(Buffer.from("something else"))).toThrow(
		"not a table",
	);
});

test("packs each number of a row into two bits", () => {
	const values = Float32Array.of(-4, -1, 1, 4, 0, 0, 0, 0);
	const { rows, scales, dimensions } = unpackRows(packRows("x", 4, values));
	expect(dimensions).toBe(4);
	expect([...rows.subarray(0, 4)]).toEqual([-3, -1, 1, 3]);
	expect(scales[0]).toBeCloseTo(Math.sqrt(34 / 4) / 2);
	expect(scales[1]).toBe(0);
});
