/** A domain's state changes: only by successful look-ups, and to misconfigured only after three days. */

import { type DomainState, type Findings, nextCheckAt, nextState } from '../../../daemon/domains/states.ts';
import { t } from '../../runner/tap.ts';

const start = new Date('2026-03-01T00:00:00Z');
const hours = (n: number) => new Date(start.getTime() + n * 3_600_000);

const fresh: DomainState = {
  status: 'pending',
  dnsStatus: 'pending',
  failures: 0,
  failingSince: null,
  trusted: false,
  verifiedAt: null,
  certificateStatus: 'none',
  certificateExpiresAt: null,
  certificateError: null,
};
const verified = nextState(fresh, { dns: 'ok' }, start);

/** The state after findings at some hours. */
const after = (state: DomainState, checks: [hour: number, dns: Findings['dns']][]) =>
  checks.reduce((sofar, [hour, dns]) => nextState(sofar, { dns }, hours(hour)), state);

t.test('only a DNS check verifies a domain', async (t) => {
  t.match(verified, { status: 'verified', dnsStatus: 'ok', verifiedAt: start, certificateStatus: 'pending' });
  t.match(nextState(fresh, { dns: 'mismatch' }, start), { status: 'pending', dnsStatus: 'mismatch', verifiedAt: null });
});

t.test('a failed look-up changes nothing', async (t) => {
  for (const state of [fresh, verified, after(verified, [[1, 'mismatch']])]) {
    t.same(nextState(state, { dns: 'unknown' }, hours(500)), state);
  }
});

t.test('a domain is misconfigured after three failures over 72 hours without a success in between', async (t) => {
  const cases: [checks: [number, Findings['dns']][], status: string][] = [
    [[[0, 'mismatch']], 'verified'],
    [
      [
        [0, 'mismatch'],
        [100, 'mismatch'],
      ],
      'verified',
    ],
    [
      [
        [0, 'mismatch'],
        [1, 'mismatch'],
        [71.9, 'mismatch'],
      ],
      'verified',
    ],
    [
      [
        [0, 'mismatch'],
        [1, 'mismatch'],
        [72, 'mismatch'],
      ],
      'misconfigured',
    ],
    [
      [
        [0, 'mismatch'],
        [36, 'mismatch'],
        [73, 'mismatch'],
      ],
      'misconfigured',
    ],
    [
      [
        [0, 'mismatch'],
        [36, 'ok'],
        [73, 'mismatch'],
        [74, 'mismatch'],
        [75, 'mismatch'],
      ],
      'verified',
    ],
    [
      [
        [0, 'mismatch'],
        [36, 'unknown'],
        [73, 'unknown'],
        [74, 'mismatch'],
      ],
      'verified',
    ],
    [
      [
        [0, 'mismatch'],
        [1, 'unknown'],
        [36, 'mismatch'],
        [73, 'mismatch'],
      ],
      'misconfigured',
    ],
    [
      [
        [0, 'mismatch'],
        [36, 'mismatch'],
        [73, 'mismatch'],
        [74, 'unknown'],
      ],
      'misconfigured',
    ],
    [
      [
        [0, 'mismatch'],
        [36, 'mismatch'],
        [73, 'mismatch'],
        [74, 'ok'],
      ],
      'verified',
    ],
  ];
  for (const [checks, status] of cases) t.equal(after(verified, checks).status, status, JSON.stringify(checks));
});

t.test('a recovered domain counts failures from zero and keeps its first verification time', async (t) => {
  const recovered = after(verified, [
    [0, 'mismatch'],
    [36, 'mismatch'],
    [73, 'mismatch'],
    [74, 'ok'],
  ]);
  t.match(recovered, { failures: 0, failingSince: null, verifiedAt: start });
});

t.test('a trusted domain stays verified, and shows its DNS records', async (t) => {
  const trusted = { ...verified, trusted: true };
  t.match(
    after(trusted, [
      [0, 'mismatch'],
      [50, 'mismatch'],
      [100, 'mismatch'],
    ]),
    {
      status: 'verified',
      dnsStatus: 'mismatch',
    },
  );
});

t.test("the certificate's state is independent of DNS", async (t) => {
  const active = {
    certificateStatus: 'active' as const,
    certificateExpiresAt: hours(1_000),
    certificateError: null,
  };
  const secured = nextState(verified, { dns: 'unknown', certificate: active }, hours(1));
  t.match(secured, { ...active, dnsStatus: 'ok' });
  t.match(nextState(secured, { dns: 'mismatch' }, hours(2)), { ...active, dnsStatus: 'mismatch' });
  const failed = { certificateStatus: 'failed' as const, certificateExpiresAt: null, certificateError: 'no' };
  t.match(nextState(secured, { dns: 'ok', certificate: failed }, hours(3)), { ...failed, status: 'verified' });
});

t.test('a new domain is checked often, later less often, and not at all once it is abandoned', async (t) => {
  const minutesTo = (state: DomainState, age: number) => {
    const at = nextCheckAt(state, start, hours(age));
    return at && (at.getTime() - hours(age).getTime()) / 60_000;
  };
  t.equal(minutesTo(fresh, 0), 2);
  t.equal(minutesTo(fresh, 2), 15);
  t.equal(minutesTo(fresh, 48), 120);
  t.equal(minutesTo(fresh, 24 * 10), 1_440);
  t.equal(minutesTo(fresh, 24 * 31), null);
  t.equal(minutesTo({ ...verified, certificateStatus: 'active' }, 5), 1_440);
  t.equal(minutesTo(verified, 5), 10, 'while a certificate is awaited');
  t.equal(minutesTo(verified, 50), 1_440);
  t.equal(minutesTo({ ...verified, dnsStatus: 'mismatch' }, 50), 360);
  t.equal(minutesTo({ ...verified, status: 'misconfigured' }, 500), 60);
});
