/** The same response; `end` is called once its body is read, cancelled or broken, or where it has none. */
export function openResponse(response: Response, end: () => void): Response {
	const { status, statusText, headers, url } = response;
	const reader = response.body?.getReader();
	if (!reader) {
		end();
		return response;
	}
	const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
		{
			async pull(controller) {
				try {
					const { done, value } = await reader.read();
					if (!done) return controller.enqueue(value);
					end();
					controller.close();
				} catch (error) {
					end();
					controller.error(error);
				}
			},
			cancel(reason) {
				end();
				return reader.cancel(reason);
			},
		},
		{ highWaterMark: 0 },
	);
	const opened = new Response(body, { status, statusText, headers });
	return Object.defineProperty(opened, "url", { value: url });
}
