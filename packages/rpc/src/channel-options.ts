import type { ChannelOptions } from "@grpc/grpc-js";

// An attachment of 20 MiB and its JSON fit well; grpc-js' own limit of 4 MiB does not.
const MESSAGE_BYTES_MAX = 64 * 1024 * 1024;

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

/** Connections end after a minute, so that clients look up the target's addresses again and find new replicas. */
export const SERVER_OPTIONS: ChannelOptions = {
	...BOTH_SIDES,
	"grpc.max_connection_age_ms": 60_000,
	"grpc.max_connection_age_grace_ms": 30_000,
};

/** One channel for a service: every replica behind the name in turn. */
export const CLIENT_OPTIONS: ChannelOptions = {
	...BOTH_SIDES,
	"grpc.service_config": JSON.stringify({
		loadBalancingConfig: [{ round_robin: {} }],
	}),
	"grpc.service_config_disable_resolution": 1,
	"grpc.dns_min_time_between_resolutions_ms": 5_000,
	// grpc-js would wait up to two minutes before it tries a restarted service again.
	"grpc.initial_reconnect_backoff_ms": 100,
	"grpc.max_reconnect_backoff_ms": 1_000,
	// Services are neighbours; a proxy set for the outside world is not for them.
	"grpc.enable_http_proxy": 0,
};
