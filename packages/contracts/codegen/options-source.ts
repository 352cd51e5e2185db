const POLICY = "[supportdesk.rpc.v1.policy]";
const LIMITS = "[supportdesk.rpc.v1.limits]";
const UNSPECIFIED = "POLICY_UNSPECIFIED";

/** What is read of google.protobuf.FileDescriptorSet, in its JSON mapping. */
export interface DescriptorSet {
	readonly file: readonly File[];
}

interface File {
	readonly package: string;
	readonly enumType?: readonly {
		readonly name: string;
		readonly value: readonly EnumValue[];
	}[];
	readonly service?: readonly {
		readonly name: string;
		readonly method: readonly Method[];
	}[];
}

interface EnumValue {
	readonly name: string;
	readonly options?: {
		readonly [LIMITS]?: {
			readonly timeoutMs: number;
			readonly attempts: number;
		};
	};
}

interface Method {
	readonly name: string;
	readonly serverStreaming?: boolean;
	readonly options?: { readonly [POLICY]?: string };
}

/**
 * Returns the TypeScript source of the policy of every method that returns one message, as options.proto defines them; ts-proto
 * writes no options.
 *
 * @throws Error for a method that states no policy.
 */
export function optionsSource({ file }: DescriptorSet): string {
	return [
		"// Generated from the option supportdesk.rpc.v1.policy of each method by `npm run codegen`. Do not edit.",
		"",
		"/** How long callers of a method wait at most, and how often they send a call whose connection is lost. */",
		"export interface MethodPolicy {",
		"  readonly timeoutMs: number;",
		"  /** The first one included. */",
		"  readonly attempts: number;",
		"}",
		"",
		...policiesOf(file),
		"",
		"/** The policies of all methods by their paths. */",
		"export const METHOD_POLICIES = {",
		...file.flatMap(entriesOf),
		"} as const;",
		"",
	].join("\n");
}

function policiesOf(files: readonly File[]): string[] {
	const policies = files
		.filter((file) => file.package === "supportdesk.rpc.v1")
		.flatMap((file) => file.enumType ?? [])
		.filter(({ name }) => name === "Policy")
		.flatMap(({ value }) => value);
	return policies.flatMap(({ name, options }) => {
		const limits = options?.[LIMITS];
		if (name === UNSPECIFIED) return [];
		if (!limits) throw new Error(`${name} has no limits`);
		const { timeoutMs, attempts } = limits;
		return `const ${name}: MethodPolicy = { timeoutMs: ${timeoutMs}, attempts: ${attempts} };`;
	});
}

function entriesOf(file: File): string[] {
	return (file.service ?? []).flatMap((service) =>
		service.method
			.filter(({ serverStreaming }) => !serverStreaming)
			.map(({ name, options }) => {
				const path = `/${file.package}.${service.name}/${name}`;
				const policy = options?.[POLICY] ?? UNSPECIFIED;
				if (policy === UNSPECIFIED) {
					throw new Error(
						`${path} states no policy: see protos/supportdesk/rpc/v1/options.proto`,
					);
				}
				return `  "${path}": ${policy},`;
			}),
	);
}
