export { default } from "@supportdesk/testkit/vitest.ts";
