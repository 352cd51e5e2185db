// Starts a command that would run for ever, writes its process number and waits to be killed.
import { spawn } from "node:child_process";
import { withUs } from "../src/with-us.ts";

const { command, args } = withUs("sleep", ["infinity"]);
const child = spawn(command, args, { stdio: "ignore" });
console.log(child.pid);
