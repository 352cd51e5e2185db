import { useRef, useState } from "react";
import { Icon } from "../design/icon.tsx";
import { formatSize } from "../design/size.ts";
import { useToasts } from "../design/toasts.tsx";
import { useLanguage } from "../language/language.tsx";
import styles from "./files.module.css";

const FILES_MAX = 10;
const FILE_BYTES_MAX = 10 * 1024 * 1024;

export interface Files {
	readonly all: readonly File[];
	add(files: Iterable<File>): void;
	remove(file: File): void;
	clear(): void;
	/** Opens the system's dialog. */
	choose(): void;
	readonly input: React.RefObject<HTMLInputElement | null>;
}

/** The files that go with a message. */
export function useFiles(): Files {
	const { text } = useLanguage();
	const { warn } = useToasts();
	const [all, setAll] = useState<readonly File[]>([]);
	const input = useRef<HTMLInputElement>(null);
	return {
		all,
		input,
		choose: () => input.current?.click(),
		clear: () => setAll([]),
		remove: (file) => setAll((files) => files.filter((each) => each !== file)),
		add(files) {
			const given = [...files];
			const fitting = given.filter(({ size }) => size <= FILE_BYTES_MAX);
			const next = [...all, ...fitting].slice(0, FILES_MAX);
			if (next.length < all.length + given.length)
				warn(text("composer.filesMax"));
			setAll(next);
		},
	};
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
			{files.all.length > 0 && (
				<p className={styles.notKept}>{text("composer.filesNotKept")}</p>
			)}
			{files.all.length > 0 && (
				<ul className={styles.files}>
					{files.all.map((file) => (
						<li key={`${file.name} ${file.size} ${file.lastModified}`}>
							<Icon name="file" size={15} />
							<span className={styles.name}>{file.name}</span>
							<span className={styles.size}>
								{formatSize(file.size, language)}
							</span>
							<button
								type="button"
								aria-label={text("composer.removeFile", { name: file.name })}
								onClick={() => files.remove(file)}
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
