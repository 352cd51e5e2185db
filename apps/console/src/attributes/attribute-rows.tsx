import type { Attribute } from "@supportdesk/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { attributes } from "../api/directory.ts";
import { Input, Select } from "../design/field.tsx";
import { Row } from "../design/row.tsx";
import { useToasts } from "../design/toasts.tsx";
import { useText } from "../language/language.tsx";

type Value = string | number | boolean;

/**
 * The values of every attribute that the workspace defines, each in a control of the attribute's type. Values of
 * attributes that have been deleted since are only shown.
 */
export function AttributeRows({
	values,
	onChange,
}: {
	readonly values: Readonly<Record<string, Value>>;
	/** Called with one attribute's value, null where it is removed. */
	readonly onChange: (changes: Record<string, Value | null>) => void;
}) {
	const text = useText();
	const { data: defined = [], isPending } = useQuery(attributes);
	if (isPending) return null;
	const keys = new Set(defined.map(({ key }) => key));
	const others = Object.entries(values).filter(([key]) => !keys.has(key));
	return (
		<dl>
			{defined.map((attribute) => {
				const { key } = attribute;
				const label = attribute.label ?? key;
				return (
					<Row key={key} label={label}>
						<AttributeControl
							attribute={attribute}
							label={label}
							value={values[key]}
							onChange={(value) => onChange({ [key]: value })}
						/>
					</Row>
				);
			})}
			{others.map(([key, value]) => (
				<Row key={key} label={key}>
					{typeof value === "boolean"
						? text(value ? "value.yes" : "value.no")
						: String(value)}
				</Row>
			))}
		</dl>
	);
}

interface ControlProps {
	readonly attribute: Attribute;
	readonly label: string;
	readonly value: Value | undefined;
	readonly onChange: (value: Value | null) => void;
}

function AttributeControl(props: ControlProps) {
	const text = useText();
	const { attribute, value } = props;
	switch (attribute.type) {
		case "boolean":
			return (
				<ChoiceControl
					{...props}
					choices={[
						["true", text("value.yes")],
						["false", text("value.no")],
					]}
					read={(chosen) => chosen === "true"}
				/>
			);
		case "enum":
			return (
				<ChoiceControl
					{...props}
					choices={withCurrent(attribute.values ?? [], value).map((each) => [
						each,
						each,
					])}
					read={String}
				/>
			);
		case "number":
			return <InputControl {...props} type="number" read={Number} />;
		default:
			return (
				<InputControl
					{...props}
					type={attribute.type === "date" ? "date" : "text"}
					read={String}
				/>
			);
	}
}

/** The value may be one that was added to the attribute after this page had read it. */
function withCurrent(choices: readonly string[], value: Value | undefined) {
	const current = value === undefined ? [] : [String(value)];
	return [...new Set([...choices, ...current])];
}

function ChoiceControl({
	label,
	value,
	onChange,
	choices,
	read,
}: ControlProps & {
	readonly choices: readonly (readonly [value: string, name: string])[];
	readonly read: (chosen: string) => Value;
}) {
	return (
		<Select
			aria-label={label}
			value={String(value ?? "")}
			onChange={({ target }) =>
				onChange(target.value === "" ? null : read(target.value))
			}
		>
			<option value="">–</option>
			{choices.map(([each, name]) => (
				<option key={each} value={each}>
					{name}
				</option>
			))}
		</Select>
	);
}

/** Saved when it loses the focus, and by Enter; Escape brings the saved value back. What is not edited is never saved. */
function InputControl({
	label,
	value,
	onChange,
	type,
	read,
}: ControlProps & {
	readonly type: "text" | "number" | "date";
	readonly read: (typed: string) => Value;
}) {
	const { warn } = useToasts();
	const [typed, setTyped] = useState<string>();
	const save = ({ validity, validationMessage }: HTMLInputElement) => {
		if (typed === undefined) return;
		setTyped(undefined);
		if (!validity.valid) warn(`${label}: ${validationMessage}`);
		else if (typed !== String(value ?? ""))
			onChange(typed.trim() === "" ? null : read(typed));
	};
	return (
		<Input
			aria-label={label}
			type={type}
			step={type === "number" ? "any" : undefined}
			placeholder="–"
			value={typed ?? String(value ?? "")}
			onChange={({ target }) => setTyped(target.value)}
			onKeyDown={({ key, currentTarget, nativeEvent }) => {
				if (key === "Escape") setTyped(undefined);
				if (key === "Enter" && !nativeEvent.isComposing) save(currentTarget);
			}}
			onBlur={({ target }) => save(target)}
		/>
	);
}
