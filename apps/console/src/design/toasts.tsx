import {
	createContext,
	type ReactNode,
	useCallback,
	useContext,
	useRef,
	useState,
} from "react";
import { useText } from "../language/language.tsx";
import { Button, IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import styles from "./toasts.module.css";

const SHOWN_MS = 8_000;
const SHOWN_MAX = 3;
// A key undoes for longer than the sentence is shown, and says what.
const UNDONE_MS = 60_000;

interface Toast {
	readonly id: number;
	readonly message: string;
	readonly tone: "plain" | "danger";
	readonly undo?: () => void;
}

interface Toasts {
	/** Shows a sentence for some seconds; with `undo`, a button beside it. */
	say(message: string, undo?: () => void): void;
	/** Shows what went wrong. */
	warn(message: string): void;
	/** Undoes the latest change of the last minute that can be, and is not undone. */
	undoLatest(): void;
}

const Context = createContext<Toasts | undefined>(undefined);

export function ToastProvider({ children }: { readonly children: ReactNode }) {
	const text = useText();
	const [toasts, setToasts] = useState<readonly Toast[]>([]);
	const next = useRef(1);
	const undoable = useRef<readonly Toast[]>([]);
	const current = useRef(text);
	current.current = text;

	const remove = useCallback((id: number) => {
		setToasts((all) => all.filter((toast) => toast.id !== id));
	}, []);
	const add = useCallback(
		(toast: Omit<Toast, "id">) => {
			const id = next.current++;
			setToasts((all) => [...all, { ...toast, id }].slice(-SHOWN_MAX));
			setTimeout(() => remove(id), SHOWN_MS);
			if (!toast.undo) return;
			const done = { ...toast, id };
			undoable.current = [...undoable.current, done];
			setTimeout(() => {
				undoable.current = undoable.current.filter((each) => each !== done);
			}, UNDONE_MS);
		},
		[remove],
	);
	const undo = useCallback(
		({ id, message, undo }: Toast) => {
			undoable.current = undoable.current.filter((each) => each.id !== id);
			remove(id);
			undo?.();
			add({
				message: current.current("done.undone", { message }),
				tone: "plain",
			});
		},
		[add, remove],
	);
	const [value] = useState<Toasts>(() => ({
		say: (message, undo) => add({ message, tone: "plain", undo }),
		warn: (message) => add({ message, tone: "danger" }),
		undoLatest() {
			const latest = undoable.current.at(-1);
			if (latest) undo(latest);
		},
	}));

	return (
		<Context value={value}>
			{children}
			<div className={styles.toasts} role="status" aria-live="polite">
				{toasts.map((toast) => (
					<div
						key={toast.id}
						className={classes(styles.toast, styles[toast.tone])}
					>
						<span className={styles.message}>{toast.message}</span>
						{toast.undo && (
							<Button
								kind="quiet"
								small
								icon="undo"
								onClick={() => undo(toast)}
							>
								{text("action.undo")}
							</Button>
						)}
						<IconButton
							icon="close"
							label={text("action.close")}
							onClick={() => remove(toast.id)}
						/>
					</div>
				))}
			</div>
		</Context>
	);
}

export function useToasts(): Toasts {
	const toasts = useContext(Context);
	if (!toasts) throw new Error("There is no ToastProvider.");
	return toasts;
}
