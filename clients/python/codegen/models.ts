import {
	type Document,
	type Operation,
	pascal,
	queryOf,
	type Schema,
} from "./document.ts";

const KEYWORDS = ["from", "import", "in", "is", "class", "global", "pass"];
const SCALARS: Readonly<Record<string, string>> = {
	string: "str",
	integer: "int",
	number: "float",
	boolean: "bool",
	null: "None",
};

interface Field {
	readonly name: string;
	readonly schema: Schema;
	readonly isRequired: boolean;
}

/** Writes `models.py`: a typed dictionary for each object of the document, also for the objects within them. */
export function writeModels({ components, info, paths }: Document): string {
	const classes: string[] = [];
	const writeClass = (
		name: string,
		fields: readonly Field[],
		base?: string,
	) => {
		const lines = fields.map(({ name: key, schema, isRequired }) => {
			const type = typeOf(schema, name + pascal(key));
			return { key, type: isRequired ? type : `NotRequired[${type}]`, schema };
		});
		if (lines.some(({ key }) => KEYWORDS.includes(key))) {
			const entries = lines.map(
				({ key, type }) => `    "${key}": ${JSON.stringify(type)},\n`,
			);
			classes.push(
				`${name} = TypedDict(\n    "${name}",\n    {\n${entries.map((each) => `    ${each}`).join("")}    },\n)\n`,
			);
			return;
		}
		const body = lines.map(
			({ key, type, schema }) => `    ${key}: ${type}\n${docOf(schema)}`,
		);
		classes.push(
			`class ${name}(${base ?? "TypedDict"}):\n${body.join("") || "    pass\n"}`,
		);
	};
	const typeOf = (schema: Schema, name: string): string => {
		if (schema.$ref) {
			const target = schema.$ref.split("/").at(-1)!;
			const types = components.schemas[target]!.type ?? [];
			return types.includes("null") ? `${target} | None` : target;
		}
		if (schema.enum) {
			const values = schema.enum.map((value) =>
				value === null
					? "None"
					: value === true
						? "True"
						: JSON.stringify(value),
			);
			return `Literal[${values.join(", ")}]`;
		}
		const types = [schema.type ?? []].flat();
		if (schema.anyOf && types[0] !== "string") {
			const options = schema.anyOf.map((option, n) =>
				typeOf(option, `${name}Option${n + 1}`),
			);
			return [...new Set(options)].join(" | ");
		}
		const options = types.map((type) => {
			if (type === "array")
				return `list[${typeOf(schema.items!, `${name}Item`)}]`;
			if (type !== "object") return SCALARS[type]!;
			if (schema.properties) {
				const own = name in components.schemas ? `${name}Fields` : name;
				writeClass(own, fieldsOf(schema));
				return own;
			}
			const values = schema.additionalProperties;
			return `dict[str, ${typeof values === "object" ? typeOf(values, `${name}Value`) : "Any"}]`;
		});
		return [...new Set(options)].join(" | ") || "Any";
	};
	const aliases: string[] = [];
	for (const [name, schema] of Object.entries(components.schemas)) {
		const [base, extension] = schema.allOf ?? [];
		if (base && extension) {
			writeClass(name, fieldsOf(extension), typeOf(base, name));
		} else if (schema.properties) {
			writeClass(name, fieldsOf(schema));
		} else
			aliases.push(
				`${name}: TypeAlias = ${JSON.stringify(typeOf(schema, name))}\n`,
			);
	}
	for (const path of Object.values(paths)) {
		for (const operation of Object.values(path)) {
			const fields = queryFieldsOf(operation);
			if (fields.length > 0) writeClass(queryName(operation), fields);
		}
	}
	return `${HEAD}API_VERSION = "${info.version}"\n\n\n${classes.join("\n\n")}\n\n${aliases.join("\n")}`;
}

const HEAD = `# Generated from the API document: npm run codegen.
"""What the API takes and returns. Objects are dictionaries; their types name the keys."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

`;

export function queryName({ operationId }: Operation): string {
	return `${pascal(operationId)}Query`;
}

function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
	return Object.entries(properties).map(([name, schema]) => ({
		...{ name, schema },
		isRequired: required.includes(name),
	}));
}

function queryFieldsOf(operation: Operation): Field[] {
	return queryOf(operation).map(({ name, schema, required = false }) => ({
		...{ name, schema },
		isRequired: required,
	}));
}

/** The description as the field's docstring, which editors show. */
function docOf({ description }: Schema): string {
	if (!description) return "";
	const text = description.replaceAll("\\", "\\\\").replaceAll('"', "'");
	return `    """${text}"""\n`;
}
