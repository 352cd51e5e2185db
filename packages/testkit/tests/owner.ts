// Starts a command that never ends, prints its process id and waits to be killed.
import { spawn } from "node:child_process";
import { endWithParent } from "../src/end-with-parent.ts";

const { command, args } = endWithParent("sleep", ["infinity"]);
const child = spawn(command, args, { stdio: "ignore" });
console.log(child.pid);
