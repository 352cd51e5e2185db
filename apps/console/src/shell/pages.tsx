import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useReducer } from "react";
import { router } from "../routes.tsx";

const NAVIGATIONS = 100;

/** The page of the address. */
export function Pages() {
	const [, render] = useReducer((times: number) => times + 1, 0);
	// At every navigation the router sets a state to the value that it has. React keeps such updates until it renders the
	// component for another reason, and there is none.
	useEffect(() => {
		let navigations = 0;
		return router.subscribe("onResolved", () => {
			navigations += 1;
			if (navigations % NAVIGATIONS === 0) render();
		});
	}, []);
	return <RouterProvider router={router} />;
}
