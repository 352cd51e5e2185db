import { parentPort } from "node:worker_threads";
import { type TrainingSet, trainTask } from "./signal-model.ts";

parentPort?.on("message", (set: TrainingSet) => {
	parentPort?.postMessage(trainTask(set));
});
