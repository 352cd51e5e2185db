import { useState } from "react";
import { Kbd } from "../design/badge.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Checkbox } from "../design/field.tsx";
import { readSetting, writeSetting } from "../design/settings.ts";
import { type TextKey, useText } from "../language/language.tsx";
import styles from "./help.module.css";

const KEYS: readonly (readonly [keys: readonly string[], text: TextKey])[] = [
	[["j"], "help.next"],
	[["k"], "help.previous"],
	[["Enter"], "help.open"],
	[["r"], "help.reply"],
	[["n"], "help.note"],
	[["a"], "help.assign"],
	[["e"], "help.resolve"],
	[["d"], "help.draft"],
	[["m"], "help.macro"],
	[["x"], "help.select"],
	[["z"], "help.undo"],
	[["/"], "help.search"],
	[["Esc"], "help.back"],
	[["Ctrl", "Enter"], "help.send"],
	[["?"], "help.help"],
];

export function Help({ onClose }: { readonly onClose: () => void }) {
	const text = useText();
	const [isOn, setOn] = useState(readSetting("shortcuts") !== "off");
	return (
		<Dialog title={text("help.title")} wide onClose={onClose}>
			<dl className={styles.keys}>
				{KEYS.map(([keys, key]) => (
					<div key={key}>
						<dt>{text(key)}</dt>
						<dd>
							{keys.map((name) => (
								<Kbd key={name}>{name}</Kbd>
							))}
						</dd>
					</div>
				))}
			</dl>
			<Checkbox
				label={text("help.switch")}
				checked={isOn}
				onChange={({ target }) => {
					setOn(target.checked);
					writeSetting("shortcuts", target.checked ? "on" : "off");
				}}
			/>
		</Dialog>
	);
}
