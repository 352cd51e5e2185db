import { useEffect, useRef, useState } from "react";
import { Icon } from "../design/icon.tsx";
import { formatSize } from "../design/size.ts";
import { useToasts } from "../design/toasts.tsx";
import { useLanguage } from "../language/language.tsx";
import styles from "./files.module.css";
import {
	type ChosenFile,
	forgetFile,
	keepFile,
	readFiles,
} from "./kept-files.ts";

// What the desk takes of one message.
const FILES_MAX = 10;
const FILE_BYTES_MAX = 10 * 1024 * 1024;
const FILES_BYTES_MAX = 20 * 1024 * 1024;

export interface Files {
	readonly all: readonly ChosenFile[];
	/** Those that were chosen earlier are there. */
	readonly isReady: boolean;
	/** Whether this browser could store them all. */
	readonly areKept: boolean;
	add(files: Iterable<File>): void;
	remove(id: string): void;
	removeAll(files: readonly ChosenFile[]): void;
	/** Opens the system's dialog. */
	choose(): void;
	readonly input: React.RefObject<HTMLInputElement | null>;
}

/** The files that go with a message. Like its text they are kept until it is sent. */
export function useFiles(
	agentId: string | undefined,
	conversationId: string,
): Files {
	const { text } = useLanguage();
	const { warn } = useToasts();
	const [all, setAll] = useState<readonly ChosenFile[]>([]);
	const [isReady, setReady] = useState(false);
	const [areKept, setKept] = useState(true);
	const input = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (!agentId) return;
		let isCurrent = true;
		void stored
			.then(() => readFiles(agentId, conversationId))
			.catch(() => [])
			.then((found) => {
				if (!isCurrent) return;
				setAll((chosen) => [...found, ...chosen]);
				setReady(true);
			});
		return () => {
			isCurrent = false;
		};
	}, [agentId, conversationId]);
	const store = (action: (agentId: string) => Promise<unknown>) => {
		if (agentId)
			stored = stored.then(() => action(agentId)).catch(() => setKept(false));
	};
	return {
		all,
		isReady,
		areKept,
		input,
		choose: () => input.current?.click(),
		removeAll(gone) {
			const ids = new Set(gone.map(({ id }) => id));
			setAll((files) => files.filter(({ id }) => !ids.has(id)));
			setKept(true);
			for (const id of ids)
				store((agent) => forgetFile(agent, conversationId, id));
		},
		remove(id) {
			setAll((files) => files.filter((each) => each.id !== id));
			store((agent) => forgetFile(agent, conversationId, id));
		},
		add(files) {
			const given = [...files];
			const fitting = fittingOf(given, all);
			if (fitting.length < given.length) warn(text("composer.filesMax"));
			const chosen = fitting.map((file) => ({ id: newFileId(), file }));
			setAll([...all, ...chosen]);
			for (const each of chosen)
				store(async (agent) => {
					if (!(await keepFile(agent, conversationId, each))) setKept(false);
				});
		},
	};
}

// One change after the other, also where a conversation is left and opened again.
let stored: Promise<unknown> = Promise.resolve();

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

let ids = 0;

/** Later ones sort behind earlier ones. */
function newFileId(): string {
	ids += 1;
	return `${Date.now()}-${String(ids).padStart(6, "0")}`;
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
