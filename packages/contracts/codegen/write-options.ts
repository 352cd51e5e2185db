// Reads the descriptors of the protos as JSON, as `buf build` writes them, and writes what optionsSource returns.
import { json } from "node:stream/consumers";
import { type DescriptorSet, optionsSource } from "./options-source.ts";

process.stdout.write(
	optionsSource((await json(process.stdin)) as DescriptorSet),
);
