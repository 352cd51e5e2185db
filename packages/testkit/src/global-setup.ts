import { startTestPostgres } from "./postgres.ts";

/** One server for a run of vitest, unless the environment names the one of a larger run. */
export default async function setup(): Promise<() => Promise<void>> {
	if (process.env.TEST_DATABASE_PREFIX) return async () => {};
	const { env, stop } = await startTestPostgres();
	Object.assign(process.env, env); // workers are started with it
	return stop;
}
