// The attacker of `neighbours.ts`, in a separate process: its work must not delay the measurement.
import type { Workspace } from "@supportdesk/cluster/provision.ts";
import { ATTACKS, type AttackName } from "./attacks.ts";

const [name, url, workspace] = process.argv.slice(2);
const end = new AbortController();
process.once("message", () => end.abort());
const statuses = await ATTACKS[name as AttackName](
	url!,
	JSON.parse(workspace!) as Workspace,
	end.signal,
);
process.send!(statuses);
process.disconnect?.();
