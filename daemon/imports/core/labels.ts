/** Names of fields and faults as people read them. Pure. */
import type { ApiError } from '../../../shared/errors.ts';

/** `expiresAt` is “Expires at”. */
export const labelOf = (name: string) => {
  const words = name
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\b(url|utm)\b/gi, (word) => word.toUpperCase());
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

/** A fault of a row as a sentence; one of a field begins with the field's label. */
export function sentenceOf({ message, details }: Pick<ApiError, 'message' | 'details'>): string {
  const { issues: [issue] = [] } = (details ?? {}) as { issues?: { field: string; message: string }[] };
  const text = issue?.field ? `${labelOf(issue.field)} ${issue.message}` : message;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, '.');
}
