export { de } from "./de.ts";
export { germanErrors } from "./german-errors.ts";
