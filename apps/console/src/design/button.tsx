import type { ComponentProps } from "react";
import styles from "./button.module.css";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";

interface ButtonProps extends ComponentProps<"button"> {
	readonly kind?: "primary" | "plain" | "quiet" | "danger";
	readonly icon?: IconName;
	readonly small?: boolean;
}

export function Button({
	kind = "plain",
	icon,
	small,
	className,
	children,
	...rest
}: ButtonProps) {
	return (
		<button
			type="button"
			className={classes(
				styles.button,
				styles[kind],
				small && styles.small,
				className,
			)}
			{...rest}
		>
			{icon && <Icon name={icon} size={small ? 15 : 16} />}
			{children}
		</button>
	);
}

/** What a button does, with the key that does the same: shown when the pointer rests on it. */
export function withKey(label: string, key: string): string {
	return `${label} (${key})`;
}

interface IconButtonProps extends ComponentProps<"button"> {
	readonly icon: IconName;
	/** What the button does; shown when the pointer rests on it. */
	readonly label: string;
	/** The key that does the same. */
	readonly shortcut?: string;
}

export function IconButton({
	icon,
	label,
	shortcut,
	className,
	...rest
}: IconButtonProps) {
	return (
		<button
			type="button"
			className={classes(styles.icon, className)}
			aria-label={label}
			title={shortcut ? withKey(label, shortcut) : label}
			{...rest}
		>
			<Icon name={icon} />
		</button>
	);
}
