/** Form fields for contact automation's errors, whose messages name the parameter. */
import { sentenceOf } from '../../../shared/ui/field-problems.ts';
import { ApiError } from '../../../shared/ui/service.ts';
import { text } from '../text/text.ts';

/**
 * Awaits an answer, and assigns its error to a form field. Each key of `fields` is the start of a message. Errors with
 * other messages concern the whole form.
 */
export async function atFields<T>(answer: Promise<T>, fields: Record<string, string>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message } = error;
    const found = Object.entries(fields).find(([start]) => message.startsWith(start));
    throw found ? new ApiError(status, { code, message, fields: { [found[1]]: message } }) : error;
  }
}

/**
 * Assigns an error to the form fields that its message names, and replaces the API's names with the fields' labels.
 * `labelOf` returns a field's label; undefined for other names.
 */
export function atNamedFields(error: unknown, labelOf: (name: string) => string | undefined): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, message, details } = error;
  const missing = /^Missing parameter\(s\): (.+)$/.exec(message)?.[1]?.split(', ');
  if (missing) {
    return new ApiError(status, {
      code,
      message,
      details,
      fields: Object.fromEntries(missing.map((name) => [name, text.missing])),
    });
  }
  const name = /^(?:Invalid parameter\(s\): )?([a-z_]+) /.exec(message)?.[1] ?? '';
  const label = labelOf(name);
  if (label === undefined) return error;
  return new ApiError(status, { code, message: sentenceOf(message, label), details, fields: { [name]: message } });
}
