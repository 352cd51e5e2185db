import { extendZodWithOpenApi } from "@asteasolutions/zod-to-openapi";
import { z } from "zod";

// Gives every schema the method `openapi`, with which it describes itself; schemas import zod from here.
extendZodWithOpenApi(z);

export { z };
