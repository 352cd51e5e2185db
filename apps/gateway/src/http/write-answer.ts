import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { GetAttachmentResponse } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import type { Request, Response } from "express";

/** Writes a service's answer through, byte by byte. */
export function writeRendered(
	req: Request,
	res: Response,
	answer: Rendered,
	location: string | undefined,
): void {
	res.statusCode = answer.status;
	res.setHeader("Content-Type", "application/json");
	res.setHeader("Content-Length", answer.body.length);
	if (location) res.setHeader("Location", location);
	if (answer.nextCursor) {
		res.setHeader("Link", `<${pageAt(req, answer.nextCursor)}>; rel="next"`);
	}
	if (answer.replayed) res.setHeader("Idempotent-Replayed", "true");
	res.end(answer.body);
}

/** The request's own address with another cursor; relative, for what stands before us may have another name. */
function pageAt(req: Request, cursor: string): string {
	const [path, query] = req.originalUrl.split("?", 2);
	const parameters = new URLSearchParams(query);
	parameters.set("cursor", cursor);
	return `${path}?${parameters}`;
}

/** Writes a file so that no browser ever shows it: what a customer sent may be anything. */
export function writeFile(res: Response, file: GetAttachmentResponse): void {
	res.statusCode = 200;
	res.setHeader("Content-Type", file.contentType);
	res.setHeader("Content-Length", file.data.length);
	res.setHeader("Content-Disposition", disposition(file.filename));
	res.setHeader("X-Content-Type-Options", "nosniff");
	res.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
	res.end(file.data);
}

/** The name twice, as RFC 6266 has it: in ASCII for old clients, in UTF-8 for all others. */
function disposition(filename: string): string {
	const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
	const utf8 = encodeURIComponent(filename).replace(
		/['()*]/g,
		(char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
