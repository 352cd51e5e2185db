import type { Attribute } from "@supportdesk/client";
import { useQuery } from "@tanstack/react-query";
import { attributes } from "../api/directory.ts";
import { Input, Select } from "../design/field.tsx";
import { Row } from "../design/row.tsx";
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
	const { data: defined = [] } = useQuery(attributes);
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
					{String(value)}
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

/** Saved when it loses the focus, and by Enter; Escape brings the saved value back. */
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
	const saved = String(value ?? "");
	return (
		<Input
			// Of another value it is another control, so that a refused value is replaced by the one before.
			key={saved}
			aria-label={label}
			type={type}
			step={type === "number" ? "any" : undefined}
			placeholder="–"
			defaultValue={saved}
			onKeyDown={({ key, currentTarget }) => {
				if (key === "Escape") currentTarget.value = saved;
				if (key === "Enter" || key === "Escape") currentTarget.blur();
			}}
			onBlur={({ target }) => {
				const typed = target.value.trim();
				if (typed === saved || !target.validity.valid) target.value = saved;
				else onChange(typed === "" ? null : read(typed));
			}}
		/>
	);
}
