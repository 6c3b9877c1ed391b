/** The actions in the audit log: the admin application has a text for each action that the sources record. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from '../../shared/pages/language.ts';
import { projectRoot } from '../../shared/paths.ts';
import { t } from '../runner/tap.ts';

const sourcesIn = (folder: string): string[] =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(path.join(projectRoot, folder, file), 'utf8'));

/** A noun and a verb. Each can be a value of the source, in a template. */
const action = /^['`]((?:[a-z_]+|\$\{[^}]+\})\.(?:[a-z-]+|\$\{[^}]+\}))['`]/;
/** The calls that record an action, and the fields that name one. */
const recording = /\b(?:writeAudit|auditAction|audit|recordSiteAction)\(|\baction: (?=['`])/g;
/** Functions that pass on the action of their caller. */
const passedOn = /^[^;]*\b(?:action|entry)\b/;

/** Values in the templates of actions. */
const values: Record<string, string[]> = {
  one: ['tag', 'list'],
  'doneAs[name]': ['paused', 'resumed', 'cancelled', 'undone'],
};

const expand = (text: string): string[] => {
  const [whole, name = ''] = /\$\{([^}]+)\}/.exec(text) ?? [];
  if (whole === undefined) return [text];
  const known = values[name];
  if (!known) throw new Error(`the values of ${whole} in ${text} are unknown`);
  return known.map((value) => text.replace(whole, value));
};

/** Lists the actions that a source records, and the calls without one. */
function recordedIn(source: string): { actions: string[]; others: string[] } {
  const found: string[] = [];
  const others: string[] = [];
  for (const { 0: call, index } of source.matchAll(recording)) {
    const rest = source.slice(index + call.length, index + 400);
    const texts = (rest.split(/;\n/)[0] ?? '').match(/['`][^'`\n]*['`]/g) ?? [];
    const named = (call.endsWith('(') ? texts : texts.slice(0, 1)).find((text) => action.test(text));
    if (named) found.push(...expand(action.exec(named)?.[1] as string));
    else if (call.endsWith('(') && !passedOn.test(rest)) others.push(call + rest.slice(0, 60));
  }
  return { actions: found, others };
}

/** Lists the actions of the users' database that a site's audit log shows. */
const siteActionsIn = (source: string): string[] =>
  [...source.replace(/recordAudit\(trx, \[\{ workspaceId[^}]*\}/g, '').matchAll(/\baction: ('[a-z.' |-]+')/g)].flatMap(
    ([, texts = '']) => texts.split(' | ').map((text) => text.slice(1, -1)),
  );

const own = ['automations-api/plugins', 'automations-api/host'].flatMap(sourcesIn).map(recordedIn);
const ofUsers = ['daemon/members/invite.ts', 'daemon/members/routes.ts', 'shared/people/contact-roles.ts'].flatMap(
  (file) => siteActionsIn(readFileSync(path.join(projectRoot, file), 'utf8')),
);
const recorded = [...new Set([...own.flatMap(({ actions }) => actions), ...ofUsers])].sort();

type AuditTexts = { actions: Record<string, string>; nouns: Record<string, string> };

/** Imports a language's texts by URL, so that browser types do not apply to all tests. */
const textsIn = async (language: string): Promise<AuditTexts> => {
  const file = new URL(`../../automations-api/admin/text/${language}/audit-log.js`, import.meta.url);
  return (await import(file.href)).auditLog;
};

t.test('each call that records an action names it', async (t) => {
  t.same(
    own.flatMap(({ others }) => others),
    [],
  );
  t.ok(recorded.length > 50, `${recorded.length} actions`);
});

for (const language of languages) {
  t.test(`each recorded action has a text and a filter in ${language}, and each text has an action`, async (t) => {
    const { actions, nouns } = await textsIn(language);
    t.same(Object.keys(actions).sort(), recorded);
    t.same(Object.keys(nouns).sort(), [...new Set(recorded.map((name) => name.split('.')[0]))].sort());
  });
}
