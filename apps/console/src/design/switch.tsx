import { classes } from "./classes.ts";
import styles from "./switch.module.css";

/** A choice between a few values that are all in sight. */
export function Switch<T extends string>({
	label,
	value,
	options,
	onChange,
}: {
	readonly label: string;
	readonly value: T;
	readonly options: readonly (readonly [value: T, label: string])[];
	readonly onChange: (value: T) => void;
}) {
	return (
		<fieldset className={styles.switch}>
			<legend className="visually-hidden">{label}</legend>
			{options.map(([each, name]) => (
				<button
					key={each}
					type="button"
					aria-pressed={each === value}
					className={classes(styles.option, each === value && styles.chosen)}
					onClick={() => onChange(each)}
				>
					{name}
				</button>
			))}
		</fieldset>
	);
}
