import { useRef, useSyncExternalStore } from "react";
import { Icon } from "../design/icon.tsx";
import { formatSize } from "../design/size.ts";
import { useToasts } from "../design/toasts.tsx";
import { useLanguage } from "../language/language.tsx";
import styles from "./files.module.css";
import { filesStores } from "./files-store.ts";
import type { ChosenFile } from "./kept-files.ts";

// What the desk takes of one message.
const FILES_MAX = 10;
const FILE_BYTES_MAX = 10 * 1024 * 1024;
const FILES_BYTES_MAX = 20 * 1024 * 1024;

/** The files that go with a message, and the ways to choose and remove them. */
export function useFiles(agentId: string, conversationId: string) {
	const { text } = useLanguage();
	const { warn } = useToasts();
	const input = useRef<HTMLInputElement>(null);
	const store = filesStores.of(agentId, conversationId);
	const state = useSyncExternalStore(store.subscribe, store.get);
	return {
		...state,
		store,
		input,
		/** Opens the system's dialog. */
		choose: () => input.current?.click(),
		remove: (id: string) => store.remove(new Set([id])),
		add(files: Iterable<File>) {
			const given = [...files];
			const fitting = fittingOf(given, store.get().all);
			if (fitting.length < given.length) warn(text("composer.filesMax"));
			store.add(fitting);
		},
	};
}

type Files = ReturnType<typeof useFiles>;

/** The first of them that can go with those that are there. */
function fittingOf(given: readonly File[], all: readonly ChosenFile[]): File[] {
	let bytes = all.reduce((sum, { file }) => sum + file.size, 0);
	const fitting = given.filter(({ size }) => {
		if (size > FILE_BYTES_MAX || bytes + size > FILES_BYTES_MAX) return false;
		bytes += size;
		return true;
	});
	return fitting.slice(0, FILES_MAX - all.length);
}

export function FileChips({ files }: { readonly files: Files }) {
	const { text, language } = useLanguage();
	return (
		<>
			<input
				ref={files.input}
				type="file"
				multiple
				hidden
				aria-label={text("composer.attach")}
				onChange={({ target }) => {
					files.add(target.files ?? []);
					target.value = "";
				}}
			/>
			{files.all.length > 0 && !files.areKept && (
				<p className={styles.notKept}>{text("composer.filesNotKept")}</p>
			)}
			{files.all.length > 0 && (
				<ul className={styles.files}>
					{files.all.map(({ id, file }) => (
						<li key={id}>
							<Icon name="file" size={15} />
							<span className={styles.name}>{file.name}</span>
							<span className={styles.size}>
								{formatSize(file.size, language)}
							</span>
							<button
								type="button"
								aria-label={text("composer.removeFile", { name: file.name })}
								onClick={() => files.remove(id)}
							>
								<Icon name="close" size={13} />
							</button>
						</li>
					))}
				</ul>
			)}
		</>
	);
}
