import { fileURLToPath } from "node:url";
import type { Server } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { ReflectionService } from "@grpc/reflection";
import { protoPath as healthProto } from "grpc-health-check";

const PROTOS = fileURLToPath(new URL("../../../protos/", import.meta.url));

/** Lets tools such as grpcurl list and call the services without their .proto files at hand. */
export function addReflection(
	server: Server,
	serviceNames: ReadonlySet<string>,
): void {
	const files = [...serviceNames].map(protoFileOf);
	const definitions = loadSync([...files, healthProto], {
		includeDirs: [PROTOS],
		keepCase: true,
	});
	new ReflectionService(definitions).addToServer(server);
}

/** `supportdesk.tickets.v1.TicketsService` is defined in `supportdesk/tickets/v1/tickets.proto`. */
function protoFileOf(serviceName: string): string {
	const folders = serviceName.split(".").slice(0, -1);
	return `${folders.join("/")}/${folders.at(-2)}.proto`;
}
