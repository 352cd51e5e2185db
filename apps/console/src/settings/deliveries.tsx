import type { Delivery } from "@supportdesk/client";
import { useQuery } from "@tanstack/react-query";
import { desk } from "../api/desk.ts";
import { Badge } from "../design/badge.tsx";
import { Button } from "../design/button.tsx";
import { Skeleton } from "../design/empty.tsx";
import { Time } from "../design/time.tsx";
import styles from "./deliveries.module.css";
import { useSettingsText } from "./text.ts";
import { useAction } from "./use-action.ts";

// Attempts are no events, so an open list is read again.
const POLL_MS = 2_000;
const TONES = {
	pending: "warning",
	delivered: "success",
	failed: "danger",
} as const;

export function Deliveries({
	webhookId,
	onSecret,
}: {
	readonly webhookId: string;
	readonly onSecret: (secret: string) => void;
}) {
	const text = useSettingsText();
	const run = useAction("deliveries");
	const { data } = useQuery({
		queryKey: ["deliveries", webhookId],
		queryFn: ({ signal }) =>
			desk.webhooks.listDeliveries(webhookId, { limit: 20 }, { signal }).page(),
		select: (page) => page.data,
		refetchInterval: POLL_MS,
	});
	return (
		<section
			className={styles.deliveries}
			aria-label={text("webhooks.deliveries")}
		>
			<Button
				small
				onClick={() => void run(() => desk.webhooks.test(webhookId))}
			>
				{text("webhooks.test")}
			</Button>
			<Button
				small
				onClick={async () => {
					const rotated = await run(() => desk.webhooks.rotate(webhookId));
					if (rotated) onSecret(rotated.secret);
				}}
			>
				{text("webhooks.rotate")}
			</Button>
			{data === undefined && <Skeleton lines={3} />}
			{data?.length === 0 && <p>{text("webhooks.noDeliveries")}</p>}
			<ul>
				{data?.map((delivery) => (
					<li key={delivery.id}>
						<Badge tone={TONES[delivery.status]}>
							{text(`webhooks.delivery.${delivery.status}`)}
						</Badge>
						<span className={styles.type}>{delivery.event_type}</span>
						<span className={styles.result}>
							<Result delivery={delivery} />
						</span>
						<Time at={delivery.created_at} />
						<Button
							small
							kind="quiet"
							onClick={() =>
								void run(() =>
									desk.webhooks.retryDelivery(webhookId, delivery.id),
								)
							}
						>
							{text("webhooks.retry")}
						</Button>
					</li>
				))}
			</ul>
		</section>
	);
}

/** What came of the latest attempt. */
function Result({ delivery: { attempts } }: { readonly delivery: Delivery }) {
	const text = useSettingsText();
	const latest = attempts.at(-1);
	if (!latest) return null;
	return text("webhooks.attempt", {
		count: latest.number,
		result: latest.status_code?.toString() ?? latest.error ?? "",
	});
}
