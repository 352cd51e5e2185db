import { AppError, type ErrorDetail } from "./app-error.ts";

type Validations<Values extends unknown[]> = {
	[K in keyof Values]: () => Values[K];
};

/**
 * Validates all parts of a request and returns their values. If several fail, it throws one failure that lists all
 * errors, the first at its top level.
 */
export function validateAll<Values extends unknown[]>(
	...validations: Validations<Values>
): Values {
	const refusals: AppError[] = [];
	const values = validations.map((validate) => {
		try {
			return validate();
		} catch (err) {
			if (!(err instanceof AppError)) throw err;
			refusals.push(err);
			return undefined;
		}
	});
	const [first, ...others] = refusals;
	if (!first) return values as Values;
	if (others.length === 0) throw first;
	throw new AppError(first.type, first.code, first.message, {
		param: first.param ?? undefined,
		details: refusals.flatMap(detailsOf),
	});
}

function detailsOf(refusal: AppError): readonly ErrorDetail[] {
	const { code, message, param, details } = refusal;
	return details.length > 0 ? details : [{ code, message, param }];
}
