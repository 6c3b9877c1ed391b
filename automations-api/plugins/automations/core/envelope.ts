/** Envelopes of successful answers, with versions of single items. */
import { success } from '../../../host/envelope.ts';

export * from '../../../host/envelope.ts';

/** Builds the answer with a single item and its version for `If-Match`. */
export const successOne = <Payload extends object>(payload: Payload, etag: string) => ({
  ...success(payload),
  headers: { ETag: etag },
});
