import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { GetAttachmentResponse } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import type { Request, Response } from "express";
import { writeCompressed } from "./write-compressed.ts";
import { constantHeaders, writeResponse } from "./write-response.ts";

const OF_FILES = constantHeaders({
	"X-Content-Type-Options": "nosniff",
	"Content-Security-Policy": "default-src 'none'; sandbox",
});

/** Writes a service's response, compressed where that saves much. */
export function writeRendered(
	req: Request,
	res: Response,
	response: Rendered,
	location: string | undefined,
): void | Promise<void> {
	const headers = ["Content-Type", "application/json"];
	if (location) headers.push("Location", location);
	if (response.nextCursor) {
		headers.push("Link", `<${pageAt(req, response.nextCursor)}>; rel="next"`);
	}
	if (response.replayed) headers.push("Idempotent-Replayed", "true");
	return writeCompressed(req, res, response.status, headers, response.body);
}

/** The request's URL with another cursor; relative, because a proxy may have another host name. */
function pageAt(req: Request, cursor: string): string {
	const { originalUrl } = req;
	const [path] = originalUrl.split("?", 1);
	// A query may contain further question marks.
	const parameters = new URLSearchParams(originalUrl.slice(path!.length));
	parameters.set("cursor", cursor);
	return `${path}?${parameters}`;
}

/** Writes a file so that no browser ever displays it, because customers may send any content. */
export function writeFile(res: Response, file: GetAttachmentResponse): void {
	const headers = [
		...["Content-Type", file.contentType],
		...["Content-Disposition", disposition(file.filename)],
	];
	writeResponse(res, 200, headers, file.data, OF_FILES);
}

/** Contains the name twice (RFC 6266): in ASCII for old clients, in UTF-8 for all others. */
function disposition(filename: string): string {
	const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
	const utf8 = encodeURIComponent(filename).replace(
		/['()*]/g,
		(char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
