import { AppError, type ErrorDetail } from "./app-error.ts";

type Readings<Values extends unknown[]> = {
	[K in keyof Values]: () => Values[K];
};

/**
 * What the readings of a request's parts give. Those that refuse theirs refuse together: one failure that names
 * everything that is wrong, the first at its top level.
 */
export function readAll<Values extends unknown[]>(
	...readings: Readings<Values>
): Values {
	const refusals: AppError[] = [];
	const values = readings.map((read) => {
		try {
			return read();
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
