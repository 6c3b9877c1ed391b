/** Messages of hooks in processes that are killed, while Redis is emptied. */
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { type Body, startAutomations } from '../../fixtures/automations.ts';
import { addHook, sendTo } from '../../fixtures/hooks.ts';
import { startKillable } from '../../fixtures/killable.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, {}, stores);
const people = 4;
const rounds = 6;

t.test(
  'every accepted message counts exactly once, even if processes are killed and Redis loses its data',
  async (t) => {
    const mapping = { email: 'email', add_points: { value: 1 } };
    const hooks: Body[] = [];
    for (let place = 0; place < 3; place++) hooks.push(await addHook(service, { mapping }));
    await service.stop();
    const process = await startKillable(t, stores, service.key);
    const redis = new Redis(stores.redisUrl);
    t.teardown(() => redis.disconnect());
    const site = () => `http://127.0.0.1:${process.port}`;
    const accepted = Array.from({ length: people }, () => 0);
    const unclear: number[] = Array.from({ length: people }, () => 0);
    let sent = 0;
    for (let round = 0; round < rounds; round++) {
      const sending = hooks.flatMap((hook) =>
        Array.from({ length: 12 }, async () => {
          const place = sent++ % people;
          try {
            const { status } = await sendTo(site(), hook, { email: `k${place}@x.example` });
            if (status === 202) accepted[place] = (accepted[place] as number) + 1;
            else if (status >= 500) unclear[place] = (unclear[place] as number) + 1;
          } catch {
            // The process was killed before it answered, so the message was stored or not.
            unclear[place] = (unclear[place] as number) + 1;
          }
        }),
      );
      if (round % 2 === 0) await Promise.all(sending);
      await process.end('SIGKILL');
      await Promise.all(sending);
      for (const key of await redis.keys(`${stores.redisPrefix}*`)) await redis.del(key);
      await process.start();
    }
    await process.end('SIGTERM');
    const next = await startAutomations(t, {}, stores);
    const messages = sql`wp_automations_hook_messages`;
    const counted = async (outcome: string) =>
      (await sql`SELECT id FROM ${messages} WHERE outcome = ${outcome}`.execute(next.db)).rows.length;
    await until(async () => (await counted('waiting')) === 0);
    t.equal(await counted('failed'), 0);
    t.ok(
      accepted.every((n) => n > 0),
      accepted.join(),
    );
    for (let place = 0; place < people; place++) {
      const { contact } = (await next.get(`/contact?email=k${place}@x.example`)).body.data.contact;
      const points = Number(contact.db_contact.points);
      const [least, most] = [accepted[place] as number, (accepted[place] as number) + (unclear[place] as number)];
      t.ok(points >= least && points <= most, `${points} of ${least} to ${most}`);
    }
  },
);
