import {
	type ComponentProps,
	cloneElement,
	type ReactElement,
	type ReactNode,
	useId,
} from "react";
import { classes } from "./classes.ts";
import styles from "./field.module.css";

/** A control with its label, a hint, and what is wrong with its value. */
export function Field({
	label,
	hint,
	error,
	children,
}: {
	readonly label: ReactNode;
	readonly hint?: ReactNode;
	readonly error?: string | null;
	readonly children: ReactElement<ComponentProps<"input">>;
}) {
	const id = useId();
	const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
	return (
		<div className={styles.field}>
			<label htmlFor={id}>{label}</label>
			{cloneElement(children, {
				id,
				"aria-describedby": described,
				"aria-invalid": error ? true : undefined,
			})}
			{error ? (
				<p id={`${id}-error`} className={styles.error}>
					{error}
				</p>
			) : (
				hint && (
					<p id={`${id}-hint`} className={styles.hint}>
						{hint}
					</p>
				)
			)}
		</div>
	);
}

export function Input({ className, ...rest }: ComponentProps<"input">) {
	return <input className={classes(styles.control, className)} {...rest} />;
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
	return <textarea className={classes(styles.control, className)} {...rest} />;
}

export function Select({ className, ...rest }: ComponentProps<"select">) {
	return (
		<select
			className={classes(styles.control, styles.select, className)}
			{...rest}
		/>
	);
}

export function Checkbox({
	label,
	...rest
}: ComponentProps<"input"> & { readonly label: ReactNode }) {
	return (
		<label className={styles.checkbox}>
			<input type="checkbox" {...rest} />
			<span>{label}</span>
		</label>
	);
}
