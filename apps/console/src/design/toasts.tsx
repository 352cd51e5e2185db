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
	/** Undoes the latest change that can be. */
	undoLatest(): void;
}

const Context = createContext<Toasts | undefined>(undefined);

export function ToastProvider({ children }: { readonly children: ReactNode }) {
	const text = useText();
	const [toasts, setToasts] = useState<readonly Toast[]>([]);
	const next = useRef(1);
	const shown = useRef(toasts);
	shown.current = toasts;

	const remove = useCallback((id: number) => {
		setToasts((all) => all.filter((toast) => toast.id !== id));
	}, []);
	const add = useCallback(
		(toast: Omit<Toast, "id">) => {
			const id = next.current++;
			setToasts((all) => [...all, { ...toast, id }].slice(-SHOWN_MAX));
			setTimeout(() => remove(id), SHOWN_MS);
		},
		[remove],
	);
	const [value] = useState<Toasts>(() => ({
		say: (message, undo) => add({ message, tone: "plain", undo }),
		warn: (message) => add({ message, tone: "danger" }),
		undoLatest() {
			const latest = shown.current.findLast(({ undo }) => undo);
			if (!latest) return;
			latest.undo?.();
			remove(latest.id);
		},
	}));

	return (
		<Context value={value}>
			{children}
			<div className={styles.toasts} role="status" aria-live="polite">
				{toasts.map(({ id, message, tone, undo }) => (
					<div key={id} className={classes(styles.toast, styles[tone])}>
						<span className={styles.message}>{message}</span>
						{undo && (
							<Button
								kind="quiet"
								small
								icon="undo"
								onClick={() => {
									undo();
									remove(id);
								}}
							>
								{text("action.undo")}
							</Button>
						)}
						<IconButton
							icon="close"
							label={text("action.close")}
							onClick={() => remove(id)}
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
