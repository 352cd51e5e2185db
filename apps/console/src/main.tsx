import "./design/tokens.css";
import "./design/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { session } from "./api/session.ts";
import { applyTheme, readTheme } from "./design/theme.ts";
import { LanguageProvider } from "./language/language.tsx";
import { Pages } from "./shell/pages.tsx";

applyTheme(readTheme());
// The page waits for nothing that can be fetched while React starts. A link that signs in has no session yet.
if (!location.hash.startsWith("#link="))
	void queryClient.prefetchQuery(session);
createRoot(document.getElementById("root")!).render(
	<StrictMode>
		<LanguageProvider>
			<QueryClientProvider client={queryClient}>
				<Pages />
			</QueryClientProvider>
		</LanguageProvider>
	</StrictMode>,
);
