// Reads the API document and writes its types to the file of the argument: requests, successful responses and the
// schemas. Responses of errors, headers
// and examples are left out: they are the same at every operation, and `errors.ts` and `rate-limit.ts` know them.
import { writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

interface Media {
	example?: unknown;
	examples?: unknown;
}

interface Response {
	headers?: unknown;
	content?: Record<string, Media>;
}

interface Operation {
	description?: string;
	parameters?: { in?: string; example?: unknown }[];
	requestBody?: { content: Record<string, Media> };
	responses: Record<string, Response>;
}

const document = JSON.parse(await text(process.stdin));
for (const path of Object.values<Record<string, Operation>>(document.paths)) {
	for (const operation of Object.values(path)) trim(operation);
}
delete document.components.examples;
delete document.components.headers;
delete document.components.parameters;
const nodes = await openapiTS(document, {
	rootTypes: true,
	rootTypesNoSchemaPrefix: true,
});
const types = astToString(
	nodes.map((node) => ts.transform(node, [allowUndefined]).transformed[0]!),
);
const version = `/** The version of the API that these types describe. */\nexport const API_VERSION = "${document.info.version}";\n`;
writeFileSync(
	process.argv[2]!,
	`// Generated from the API document: npm run codegen.\n${version}${types}`,
);

function trim(operation: Operation): void {
	delete operation.description;
	operation.parameters = operation.parameters?.filter(
		// The version's header is a reference.
		(each) => each.in !== undefined && each.in !== "header",
	);
	for (const [status, response] of Object.entries(operation.responses)) {
		if (!status.startsWith("2")) delete operation.responses[status];
		delete response.headers;
		for (const media of Object.values(response.content ?? {})) drop(media);
	}
	for (const media of Object.values(operation.requestBody?.content ?? {})) {
		drop(media);
	}
}

function drop(media: Media): void {
	delete media.example;
	delete media.examples;
}

/** Lets an optional field be undefined, which is not sent: `exactOptionalPropertyTypes` would refuse it. */
function allowUndefined(context: ts.TransformationContext) {
	const visit = (node: ts.Node): ts.Node => {
		const visited = ts.visitEachChild(node, visit, context);
		if (
			!ts.isPropertySignature(visited) ||
			!visited.questionToken ||
			!visited.type ||
			visited.type.kind === ts.SyntaxKind.NeverKeyword
		)
			return visited;
		const { modifiers, name, questionToken, type } = visited;
		return context.factory.updatePropertySignature(
			...[visited, modifiers, name, questionToken],
			context.factory.createUnionTypeNode([
				type,
				context.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword),
			]),
		);
	};
	return (node: ts.Node) => visit(node);
}
