import styles from "./avatar.module.css";
import { classes } from "./classes.ts";

const HUES = 6;

/** Initials on a colour that stays the same for a name. */
export function Avatar({
	name,
	small,
}: {
	readonly name: string;
	readonly small?: boolean;
}) {
	return (
		<span
			className={classes(styles.avatar, small && styles.small)}
			data-hue={hueOf(name)}
			aria-hidden="true"
		>
			{initialsOf(name)}
		</span>
	);
}

function initialsOf(name: string): string {
	const words = name.trim().split(/[\s._-]+/u);
	const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
	return letters
		.map((word) => [...(word ?? "")][0] ?? "")
		.join("")
		.toUpperCase();
}

function hueOf(name: string): number {
	let sum = 0;
	for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
	return sum % HUES;
}
