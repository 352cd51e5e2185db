/** The caller sends as many bytes as it has announced: anything else is a mistake in a program of ours. */
export const brokenUpload = () => new Error("the parts do not fill the files");

/** Copies the bytes of the parts into the files, one file after the other. @throws Error unless they fill them. */
export async function fillFiles(
	files: readonly Buffer[],
	parts: AsyncIterator<{ readonly data: Buffer }>,
): Promise<void> {
	let file = 0;
	let offset = 0;
	for (;;) {
		const { value: part, done } = await parts.next();
		if (done) break;
		const data: Buffer = part.data;
		let taken = 0;
		while (taken < data.length) {
			const target = files[file];
			if (!target) throw brokenUpload();
			const copied = data.copy(target, offset, taken);
			taken += copied;
			offset += copied;
			if (offset < target.length) continue;
			file += 1;
			offset = 0;
		}
	}
	const isWhole = files.slice(file).every(({ length }) => length === 0);
	if (!isWhole) throw brokenUpload();
}
