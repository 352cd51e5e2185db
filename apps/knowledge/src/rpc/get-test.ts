import type { GetTestRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { testNotFound } from "../domain/errors.ts";
import { selectTest } from "../store/knowledge-tests.ts";
import { testJson } from "./test-json.ts";

export function getTest({ db }: Pick<Deps, "db">) {
	return async ({ id }: GetTestRequest, context: CallContext) => {
		const { workspaceId } = context;
		const [test] = await read(db, context, selectTest(workspaceId, id));
		if (!test) throw testNotFound();
		return ok(testJson(test));
	};
}
