import type { ChannelOptions } from "@grpc/grpc-js";

/** Enough for an attachment of 20 MiB and its JSON; grpc-js' own limit of 4 MiB is not. */
export const MESSAGE_BYTES_MAX = 64 * 1024 * 1024;

// A peer that has stopped without closing its sockets is noticed within 25 s.
const KEEPALIVE: ChannelOptions = {
	"grpc.keepalive_time_ms": 20_000,
	"grpc.keepalive_timeout_ms": 5_000,
	"grpc.keepalive_permit_without_calls": 1,
};

const BOTH_SIDES: ChannelOptions = {
	...KEEPALIVE,
	"grpc.max_send_message_length": MESSAGE_BYTES_MAX,
	"grpc.max_receive_message_length": MESSAGE_BYTES_MAX,
	"grpc.enable_channelz": 0,
};

const RECEIVE_WINDOW_BYTES = 4 * 1024 * 1024;
const UPLOAD_WINDOW_BYTES = 1024 * 1024;

/** How long a stream takes new calls: it moves to a connection of its own before the old one's time is up. */
export const STREAM_AGE_MS = 45_000;

/** Connections end after a minute, so that clients that do not resolve names again find new replicas. */
export const SERVER_OPTIONS: ChannelOptions = {
	...BOTH_SIDES,
	// With HTTP/2's own 64 KB, an upload of 20 MiB takes 320 round trips, each a turn of the gateway's event loop.
	"grpc-node.flow_control_window": UPLOAD_WINDOW_BYTES,
	"grpc.max_connection_age_ms": 60_000,
	// A retired stream's longest call, a draft's, has this long and the time since the stream was retired.
	"grpc.max_connection_age_grace_ms": 60_000,
};

/**
 * A channel to one instance of a service. Balancing and retries are ours (`instances.ts`, `call-with-retries.ts`): gRPC
 * balances a stream once, when it begins.
 *
 * @param authority host and port as the caller names the service; its address may differ.
 */
export function channelOptions(authority: string): ChannelOptions {
	return {
		...BOTH_SIDES,
		"grpc.default_authority": authority,
		"grpc.ssl_target_name_override": authority.replace(/:\d+$/, ""),
		"grpc.service_config_disable_resolution": 1,
		"grpc.enable_retries": 0,
		// With HTTP/2's own 64 KB, five pages of a list in flight would stop the stream until we have acknowledged them.
		"grpc-node.flow_control_window": RECEIVE_WINDOW_BYTES,
		// A connection for each channel: a new stream must not use the connection that the retired one is about to close.
		"grpc.use_local_subchannel_pool": 1,
		// grpc-js would wait up to two minutes before it tries a restarted service again.
		"grpc.initial_reconnect_backoff_ms": 100,
		"grpc.max_reconnect_backoff_ms": 1_000,
		// Services are on one network; a proxy set for external addresses is not for them.
		"grpc.enable_http_proxy": 0,
	};
}
