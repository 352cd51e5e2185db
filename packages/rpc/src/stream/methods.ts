import { StreamServiceService } from "@supportdesk/contracts/supportdesk/rpc/v1/stream.ts";

const unchanged = (bytes: Buffer) => bytes;

/** `StreamService.Exchange` for grpc-js, its messages left as bytes for `frame.ts`. */
export const EXCHANGE = {
	...StreamServiceService.exchange,
	requestSerialize: unchanged,
	requestDeserialize: unchanged,
	responseSerialize: unchanged,
	responseDeserialize: unchanged,
} as const;

export const TAKE_RESPONSE = StreamServiceService.takeResponse;
