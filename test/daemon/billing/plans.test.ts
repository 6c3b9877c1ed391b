/** Plans follow the settings, not only the defaults. */

import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

t.test('plans are listed with their limits and with the features they lack', async (t) => {
  for (const [env, changedBy] of [
    [{}, 'operator'],
    [{ SELF_SERVICE_PLANS: '1' }, 'admin'],
  ] as [Record<string, string>, string][]) {
    const daemon = await startDaemon(t, { env: { ...env, PLANS_TEAM_DOMAINS: 'unlimited' } });
    const call = caller(daemon, (await addWorkspace(daemon.context.db, 'pro', 'viewer')).key);
    const { json } = await call('GET', '/plans');
    t.equal(json.changedBy, changedBy);
    const of = (name: string) => json.plans.find(({ plan }: Json) => plan === name);
    t.same(
      json.plans.map(({ plan }: Json) => plan),
      ['free', 'pro', 'team', 'scale'],
    );
    t.strictSame(of('pro').limits, (await call('GET', '/workspace')).json.limits);
    t.equal(of('team').limits.domains, null);
    t.strictSame(of('free').features, []);
    t.ok(of('pro').features.includes('geo') && !of('pro').features.includes('iosUrl'));
    t.ok(of('team').features.includes('export'));
  }
});
