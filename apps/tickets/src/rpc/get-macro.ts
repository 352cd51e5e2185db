import type { GetMacroRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/macros.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { macroNotFound } from "../domain/errors.ts";
import { selectMacro } from "../store/macros.ts";
import { macroJson } from "./macro-json.ts";

export function getMacro({ db }: Pick<Deps, "db">) {
	return async ({ id }: GetMacroRequest, context: CallContext) => {
		const [macro] = await read(
			db,
			context,
			selectMacro(context.workspaceId, id),
		);
		if (!macro) throw macroNotFound();
		return ok(macroJson(macro));
	};
}
