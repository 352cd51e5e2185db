import { defineConfig } from "vite";

// `npm run dev` in this folder passes `/v1` on to a running product, as the agent of an API key.
const api = process.env.SUPPORTDESK_URL ?? "http://127.0.0.1:8080";
const key = process.env.SUPPORTDESK_KEY;

export default defineConfig({
	build: {
		// Browsers of the last two years.
		target: "es2023",
		modulePreload: { polyfill: false },
		// The gateway's policy allows no data: addresses for scripts and styles.
		assetsInlineLimit: 0,
		reportCompressedSize: false,
	},
	server: {
		proxy: {
			"/v1": {
				target: api,
				headers: key ? { Authorization: `Bearer ${key}` } : {},
			},
		},
	},
});
