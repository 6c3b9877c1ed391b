/**
 * The audit log's texts: every action with a text is recorded somewhere. TypeScript refuses the opposite, an action
 * without a text.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../../shared/paths.ts';
import { t } from '../../runner/tap.ts';

/** The type of all actions, and browser code, record nothing. */
const others = /^(daemon\/dashboard\/|shared\/people\/audit-entry\.ts)/;

const sources = ['daemon', 'shared/people']
  .flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file),
    ),
  )
  .filter((file) => file.endsWith('.ts') && !others.test(file))
  .map((file) => readFileSync(path.join(projectRoot, file), 'utf8'))
  .join('\n');

const matchesOf = (pattern: RegExp) => [...sources.matchAll(pattern)].map(([, text]) => text as string);
const texts = new Set(matchesOf(/'([a-z.-]+)'/g));
/** Patterns of the actions whose noun or verb is a variable, such as `webhook.${action}`. */
const patterns = matchesOf(/`([a-z-]+\.(?:un)?\$\{\w+\}|\$\{\w+\}\.[a-z-]+)`/g).map(
  (template) => new RegExp(`^${template.replace('.', '\\.').replace(/\$\{\w+\}/, '([a-z-]+)')}$`),
);

const isRecorded = (action: string) =>
  texts.has(action) || patterns.some((pattern) => texts.has(pattern.exec(action)?.[1] ?? ''));

t.test('every action with a text is recorded', async (t) => {
  const file = new URL('../../../daemon/dashboard/text/en/audit-log.js', import.meta.url).href;
  const { auditLog } = (await import(file)) as { auditLog: Record<'actions' | 'many' | 'kinds', object> };
  const actions = Object.keys(auditLog.actions);
  t.ok(actions.length > 70);
  t.same(
    actions.filter((action) => !isRecorded(action)),
    [],
  );
  t.same(
    ['domain.create', 'webhook.paint', 'safety.unpaint', 'paint.share'].filter(isRecorded),
    [],
    'an action that nothing records is found',
  );
  const nouns = new Set(actions.map((action) => action.split('.')[0]));
  t.same(
    Object.keys(auditLog.kinds).filter((kind) => !nouns.has(kind)),
    [],
  );
});
