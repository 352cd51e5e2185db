import type { Message } from "@supportdesk/client";
import { conversation } from "../api/conversations.ts";
import { queryClient } from "../api/query-client.ts";
import { showMessage } from "../inbox/rows.ts";

/** Shows a message that was sent, before its event comes. */
export function showSent(conversationId: string, message: Message): void {
	showMessage(conversationId, message);
	queryClient.setQueryData(conversation(conversationId).queryKey, (known) => {
		if (!known || known.messages.some(({ id }) => id === message.id))
			return known;
		return {
			...known,
			messages: [...known.messages, message],
			message_count: known.message_count + 1,
		};
	});
	void queryClient.invalidateQueries({
		queryKey: ["conversation", conversationId],
	});
}
