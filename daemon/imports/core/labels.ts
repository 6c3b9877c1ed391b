/** Readable field names and faults. Pure. */
import type { ApiError } from '../../../shared/errors.ts';

/** Returns a field's label: `expiresAt` becomes “Expires at”. */
export const labelOf = (name: string) => {
  const words = name
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\b(url|utm)\b/gi, (word) => word.toUpperCase());
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

/** Returns a row's fault as a sentence. A fault of a field starts with the field's label. */
export function sentenceOf({ message, details }: Pick<ApiError, 'message' | 'details'>): string {
  const { issues: [issue] = [] } = (details ?? {}) as { issues?: { field: string; message: string }[] };
  const text = issue?.field ? `${labelOf(issue.field)} ${issue.message}` : message;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, '.');
}
