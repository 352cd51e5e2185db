// The parts of an OpenAPI document that the generated code is made from.

export interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly description?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean | Schema;
	readonly items?: Schema;
	readonly enum?: readonly (string | boolean | null)[];
	readonly anyOf?: readonly Schema[];
	readonly allOf?: readonly Schema[];
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface Operation {
	readonly operationId: string;
	readonly summary: string;
	readonly parameters?: readonly {
		readonly in?: string;
		readonly name: string;
		readonly required?: boolean;
		readonly schema: Schema;
	}[];
	readonly requestBody?: {
		readonly required?: boolean;
		readonly content: Content;
	};
	readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface Document {
	readonly info: { readonly version: string };
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export function successOf({ responses }: Operation): Schema | undefined {
	const status = Object.keys(responses).find((each) => each.startsWith("2"))!;
	return responses[status]!.content?.["application/json"]?.schema;
}

export function queryOf({ parameters = [] }: Operation) {
	return parameters.filter((each) => each.in === "query");
}

/** `bulk_job` of `BulkJob` */
export function snake(name: string): string {
	return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `BulkJob` of `bulk_job` and of `bulkJob` */
export function pascal(name: string): string {
	return name.replaceAll(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
}
