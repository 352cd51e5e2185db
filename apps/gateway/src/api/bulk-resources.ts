import { z } from "../openapi/zod.ts";
import { id, timestamp } from "./resources.ts";

// Bulk jobs, as responses show them.

export const BulkJob = z
	.object({
		id: id("blk"),
		status: z.enum(["collecting", "running", "done", "cancelled"]).openapi({
			description:
				"`collecting` while it is found out which tickets the filter means.",
		}),
		total: z.int().nullable().openapi({
			description: "Tickets that are meant; null while they are collected.",
		}),
		changed: z.int(),
		unchanged: z.int().openapi({
			description: "Tickets that had nothing to change, tags for example.",
		}),
		failed: z.int(),
		created_at: timestamp,
		finished_at: timestamp.nullable(),
	})
	.openapi("BulkJob");

export const BulkResult = z
	.object({
		ticket_id: id("tkt"),
		status: z.enum(["pending", "changed", "unchanged", "failed"]).openapi({
			description: "`pending` for good in a job that was cancelled before.",
		}),
		error: z
			.object({ code: z.string(), message: z.string() })
			.nullable()
			.openapi({
				description:
					"Why it failed, with the code that a PATCH of the ticket would answer; nothing of it was changed.",
			}),
	})
	.openapi("BulkResult");
