/** The fields of a request's body, as JSON or as a form. */
import type { HttpRequest } from '../../shared/http/route.ts';
import { invalid, requireJson } from '../api/errors.ts';

const urlEncoded = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const multipart = /^multipart\/form-data\s*(;|$)/i;
/** Maximum number of a form's fields, or of its lines. Reading more would block the process's redirects. */
const mostParts = 500;

/** @throws `validation_failed`, `bad_request` */
export async function readFields({ body, headers }: HttpRequest): Promise<Record<string, unknown>> {
  if (body.length === 0) return {};
  const type = headers['content-type'] ?? '';
  if (urlEncoded.test(type)) return Object.fromEntries(new URLSearchParams(textOf(body, '&')));
  if (multipart.test(type)) return readForm(type, body);
  const value = requireJson(body);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalid({ field: '', message: 'must be a JSON object' });
}

/** Returns the text of a form. @throws `validation_failed` for too many parts */
function textOf(body: Buffer, separator: string): string {
  const text = body.toString();
  if (text.split(separator, mostParts + 1).length > mostParts)
    throw invalid({ field: '', message: 'has too many fields' });
  return text;
}

async function readForm(type: string, body: Buffer): Promise<Record<string, unknown>> {
  textOf(body, '\n');
  try {
    const fields = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    return Object.fromEntries([...fields].filter(([, value]) => typeof value === 'string'));
  } catch {
    throw invalid({ field: '', message: 'is not a valid form' });
  }
}
