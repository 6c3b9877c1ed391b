/** Form fields for contact automation's errors, whose messages name the parameter. */
import { ApiError } from '../../../shared/ui/service.ts';
import { text } from '../text/text.ts';

/**
 * Strips the parameter's name from a message that its field shows, such as "url must not point to a private address".
 */
export function withoutName(message: string): string {
  const stripped = message.replace(/^(?:Invalid parameter\(s\): )?[a-z_]+ (?=must )/, '');
  return stripped.charAt(0).toUpperCase() + stripped.slice(1);
}

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
    throw found ? new ApiError(status, { code, message, fields: { [found[1]]: withoutName(message) } }) : error;
  }
}

/**
 * Assigns an error to the form fields that its message names, and puts their labels in place of the API's names.
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
  const [, name = '', rest = ''] = /^(?:Invalid parameter\(s\): )?([a-z_]+) (.+)$/s.exec(message) ?? [];
  const label = labelOf(name);
  if (label === undefined) return error;
  const whole = `${label} ${rest}`;
  const fields = { [name]: rest.startsWith('must ') ? withoutName(message) : whole };
  return new ApiError(status, { code, message: whole, details, fields });
}
