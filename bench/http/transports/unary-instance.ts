import {
	createInstance as create,
	type InstanceOptions,
} from "../../../packages/rpc/src/connection/instance.ts";

export const createInstance = (options: InstanceOptions) =>
	create({ ...options, transport: "unary" });
