/** Form fields for contact automation's errors, whose messages name the parameter. */
import { ApiError } from '../../../shared/ui/service.ts';

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
