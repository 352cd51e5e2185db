import { defineConfig } from "vite";

// `npm run dev` in this folder passes API and sessions on to a running product. Sign in with the link that it prints, at
// this server's port.
const product = process.env.SUPPORTDESK_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
	build: {
		// Browsers of the last two years.
		target: "es2023",
		modulePreload: { polyfill: false },
		// The gateway's policy allows no data: addresses for scripts and styles.
		assetsInlineLimit: 0,
		reportCompressedSize: false,
	},
	server: { proxy: { "/v1": product, "/auth": product } },
});
