/** `supportdesk.rpc.v1.StreamService`'s one method as grpc-js wants it, its messages left as bytes. */
const asIs = (bytes: Buffer) => bytes;

export const STREAM_METHOD = {
	path: "/supportdesk.rpc.v1.StreamService/Call",
	requestStream: true,
	responseStream: true,
	requestSerialize: asIs,
	requestDeserialize: asIs,
	responseSerialize: asIs,
	responseDeserialize: asIs,
} as const;
