import { expect, it, test } from "vitest";
import {
	decodeErrorDetails,
	type ErrorDetails,
	encodeErrorDetails,
} from "./error-details.ts";

// Written and read by the processes of earlier versions, which work beside newer ones during a rollout.
const BYTES_OF_EARLIER_VERSIONS: [string, number, ErrorDetails, string][] = [
	[
		"a replayed error",
		5,
		{
			message: "Ticket tkt_1 does not exist.",
			reason: "ticket_not_found",
			violations: [],
			retryAfterSeconds: undefined,
			ids: {},
			replayed: true,
		},
		"0805121c5469636b657420746b745f3120646f6573206e6f742065786973742e1a5d0a28747970652e676f6f676c65617069732e636f6d2f676f6f676c652e7270632e4572726f72496e666f12310a107469636b65745f6e6f745f666f756e64120b737570706f72746465736b1a100a087265706c61796564120474727565",
	],
	[
		"a wrong parameter and a delay",
		6,
		{
			message: "In progress.",
			reason: "idempotency_in_progress",
			violations: [
				{
					field: "Idempotency-Key",
					description: "In progress.",
					reason: "idempotency_in_progress",
				},
			],
			retryAfterSeconds: 7,
			ids: {},
			replayed: false,
		},
		"0806120c496e2070726f67726573732e1a520a28747970652e676f6f676c65617069732e636f6d2f676f6f676c652e7270632e4572726f72496e666f12260a176964656d706f74656e63795f696e5f70726f6772657373120b737570706f72746465736b1a670a29747970652e676f6f676c65617069732e636f6d2f676f6f676c652e7270632e42616452657175657374123a0a380a0f4964656d706f74656e63792d4b6579120c496e2070726f67726573732e1a176964656d706f74656e63795f696e5f70726f67726573731a300a28747970652e676f6f676c65617069732e636f6d2f676f6f676c652e7270632e5265747279496e666f12040a020807",
	],
];

test.each(BYTES_OF_EARLIER_VERSIONS)(
	"writes and reads %s as earlier versions do",
	(_, grpcCode, details, hex) => {
		expect(encodeErrorDetails(grpcCode, details).toString("hex")).toBe(hex);
		expect(decodeErrorDetails(Buffer.from(hex, "hex"))).toEqual(details);
	},
);

// Earlier versions write the empty field, newer ones leave it out; both read either.
it("reads violations without a parameter as earlier versions write them", () => {
	const hex =
		"0809121c32206669656c6473206172652077726f6e673a206772c3b6c39f652e1a4c0a28747970652e676f6f676c65617069732e636f6d2f676f6f676c652e7270632e4572726f72496e666f12200a11696e76616c69645f706172616d65746572120b737570706f72746465736b1a9b010a29747970652e676f6f676c65617069732e636f6d2f676f6f676c652e7270632e42616452657175657374126e0a470a19637573746f6d5f617474726962757465732e6772c3b6c39f6512114d7573742062652061206e756d6265722e1a17696e76616c69645f6174747269627574655f76616c75650a230a00120e4e6f20737563682067726f75702e1a0f67726f75705f6e6f745f666f756e64";
	const details: ErrorDetails = {
		message: "2 fields are wrong: größe.",
		reason: "invalid_parameter",
		violations: [
			{
				field: "custom_attributes.größe",
				description: "Must be a number.",
				reason: "invalid_attribute_value",
			},
			{
				field: "",
				description: "No such group.",
				reason: "group_not_found",
			},
		],
		retryAfterSeconds: undefined,
		ids: {},
		replayed: false,
	};
	expect(decodeErrorDetails(Buffer.from(hex, "hex"))).toEqual(details);
	expect(decodeErrorDetails(encodeErrorDetails(9, details))).toEqual(details);
});

it("ignores the details of other domains", () => {
	const foreign = encodeErrorDetails(5, {
		message: "Deleted.",
		reason: "ticket_not_found",
		violations: [],
		retryAfterSeconds: undefined,
		ids: {},
		replayed: false,
	})
		.toString("latin1")
		.replace("supportdesk", "supportdisk");
	expect(decodeErrorDetails(Buffer.from(foreign, "latin1"))).toBeUndefined();
});
