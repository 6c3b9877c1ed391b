/** Redirect heads: the same bytes as separately written headers, after any previous head, and with unique ids. */
import fc from 'fast-check';
import { createRedirectHead } from '../../../shared/http/redirect-head.ts';
import { nextRequestId } from '../../../shared/http/request-ids.ts';
import { t } from '../../runner/tap.ts';

const [, prefix = ''] = /^(.{8})/.exec(nextRequestId()) ?? [];

t.test('a head has its status, location, caching and id, and no byte of the previous head', async (t) => {
  const head = createRedirectHead('302 Found', 'private, no-store');
  const location = fc.string({
    unit: fc.integer({ min: 33, max: 126 }).map((n) => String.fromCharCode(n)),
    maxLength: 9_000,
  });
  fc.assert(
    fc.property(location, fc.constantFrom('', 'max-age=15552000'), (text, hsts) => {
      const before = Number.parseInt(nextRequestId().slice(8), 36);
      const id = `${prefix}${(before + 1).toString(36)}`;
      const lines = ['302 Found', `Location: ${text}`, 'Cache-Control: private, no-store', `X-Request-Id: ${id}`];
      if (hsts !== '') lines.push(`Strict-Transport-Security: ${hsts}`);
      return Buffer.from(head(Buffer.from(text), hsts)).toString('latin1') === lines.join('\r\n');
    }),
    { numRuns: 1_000 },
  );
  t.pass();
});

t.test('request ids count up without gaps, even when they gain a digit', async (t) => {
  let last = Number.parseInt(nextRequestId().slice(8), 36);
  for (let n = 0; n < 60_000; n++) {
    const id = nextRequestId();
    if (id !== `${prefix}${(++last).toString(36)}`) return t.fail(`${id} after ${last - 1}`);
  }
  t.ok(last > 36 ** 3, 'four digits');
});
