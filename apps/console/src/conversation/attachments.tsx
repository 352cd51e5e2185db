import type { Message } from "@supportdesk/client";
import { Icon } from "../design/icon.tsx";
import { formatSize } from "../design/size.ts";
import { useLanguage } from "../language/language.tsx";
import styles from "./attachments.module.css";

/** The files of a message, and the mail as it came in. */
export function Attachments({ of: message }: { readonly of: Message }) {
	const { text, language } = useLanguage();
	const { attachments } = message;
	if (attachments.length === 0) return null;
	return (
		<ul className={styles.attachments} aria-label={text("message.attachments")}>
			{attachments.map((file) => (
				<li key={file.id}>
					<a href={file.url} download={file.filename}>
						<Icon name="file" size={16} />
						<span className={styles.name}>{file.filename}</span>
						<span className={styles.size}>
							{formatSize(file.size, language)}
						</span>
					</a>
				</li>
			))}
		</ul>
	);
}
