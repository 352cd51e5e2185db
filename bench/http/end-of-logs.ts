import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LINES = 5;

/** The last lines of each log below a folder: why a process of a failed measurement ended. */
export function endOfLogs(folder: string): string {
	return globSync("**/*.log", { cwd: folder })
		.map((file) => {
			const lines = readFileSync(join(folder, file), "utf8").trim().split("\n");
			return `${file}:\n${lines.slice(-LINES).join("\n")}`;
		})
		.join("\n\n");
}
