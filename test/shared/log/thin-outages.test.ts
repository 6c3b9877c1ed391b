/** During an outage, the log has each reason once in ten seconds, with the number of omitted lines. */
import { pino } from 'pino';
import { unavailable } from '../../../shared/errors.ts';
import { thinOutages } from '../../../shared/log/thin-outages.ts';
import { t } from '../../runner/tap.ts';

const refused = (port: number) => Object.assign(new Error('refused'), { code: 'ECONNREFUSED', address: '::1', port });

t.test(
  'each reason is logged once per 10 s with the number of omitted lines; all other lines are logged',
  async (t) => {
    const lines: { msg: string; leftOut?: Record<string, number> }[] = [];
    let now = 0;
    const log = pino({ hooks: thinOutages(() => now) }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const child = log.child({ plugin: 'automations' });
    for (; now < 9_900; now += 100) {
      log.warn({ err: refused(3306), requestId: 'a' }, 'a request failed');
      child.error({ err: refused(3306) }, 'a job failed');
      log.error({ err: new Error("Stream isn't writeable and enableOfflineQueue options is false") }, 'a limit');
    }
    t.same(
      lines.map(({ msg }) => msg),
      ['a request failed', 'a limit'],
    );
    log.info('something else');
    log.error({ err: new Error('a fault of ours') }, 'internal');
    log.error({ err: new Error('a fault of ours') }, 'internal');
    log.error({ err: unavailable('too many') }, 'no store');
    log.warn({ err: refused(6379) }, 'another address');
    t.equal(lines.length, 7);
    now = 10_001;
    log.warn({ err: refused(3306) }, 'a request failed');
    t.match(lines.at(-1), { msg: 'a request failed', leftOut: { 'a request failed': 98, 'a job failed': 99 } });
    now = 30_000;
    log.warn({ err: refused(3306) }, 'a request failed');
    t.equal(lines.at(-1)?.leftOut, undefined);
  },
);
