/** The fields of a request's body, as JSON or as a form. */
import type { HttpRequest } from '../../shared/http/route.ts';
import { invalid, requireJson } from '../api/errors.ts';

const form = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/** @throws `validation_failed`, `bad_request` */
export async function readFields({ body, headers }: HttpRequest): Promise<Record<string, unknown>> {
  if (body.length === 0) return {};
  const type = headers['content-type'] ?? '';
  if (form.test(type)) return readForm(type, body);
  const value = requireJson(body);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalid({ field: '', message: 'must be a JSON object' });
}

async function readForm(type: string, body: Buffer): Promise<Record<string, unknown>> {
  try {
    const fields = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    return Object.fromEntries([...fields].filter(([, value]) => typeof value === 'string'));
  } catch {
    throw invalid({ field: '', message: 'is not a valid form' });
  }
}
