/** The parser of a message's body: JSON, a form or multipart. */
import { ApiError } from '../../../../shared/errors.ts';
import { readableJson, readJson } from '../../../../shared/http/body.ts';
import { parseBody } from '../../../host/params.ts';

/** The maximum size of a body, in bytes. */
export const largestBody = 256 << 10;

/** Reads a body as a JSON value. @throws if it cannot be read */
export async function readBody(body: Buffer, contentType: string): Promise<unknown> {
  if (/^\s*\[/.test(body.subarray(0, 100).toString('latin1'))) {
    const list = readJson(body);
    if (list === undefined) throw new ApiError('rest_invalid_json', `The body must be ${readableJson}.`);
    return list;
  }
  const read = await parseBody(body, contentType);
  const { payload } = read;
  // GitHub and Slack can send JSON in a form's only field.
  const isWrapped = typeof payload === 'string' && Object.keys(read).length === 1;
  return (isWrapped ? readJson(payload) : undefined) ?? read;
}
