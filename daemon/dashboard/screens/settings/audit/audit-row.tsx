/** One entry of the audit log: a sentence, and all details when it is opened. */
import { Button } from '../../../../../shared/ui/button.tsx';
import { dateTime, relative } from '../../../../../shared/ui/format.ts';
import { pathTo } from '../../../core/routes.ts';
import type { AuditEntry } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';

const words = text.auditLog;
const actions: Partial<Record<string, string>> = words.actions;

const nameOf = ({ type, email }: AuditEntry['actor']) =>
  type === 'operator' || type === 'system' ? words.actors[type] : (email ?? words.formerUser);

/** The object's name, if the details contain it. */
function objectOf({ details, objectId }: AuditEntry): string {
  const named = ['name', 'slug', 'shortUrl', 'hostname', 'tag', 'host', 'email'].map((key) => details?.[key]);
  return String(named.find((value) => typeof value === 'string') ?? objectId);
}

type AuditRowProps = { entry: AuditEntry; onObject: (objectId: string) => void };

export function AuditRow({ entry, onObject }: AuditRowProps) {
  const { action, actor, createdAt } = entry;
  return (
    <details>
      <summary>
        <b class="cut" dir="auto">
          {nameOf(actor)}
        </b>
        <span class="cut">
          {actions[action] ?? action}{' '}
          <span class="soft" dir="auto">
            {objectOf(entry)}
          </span>
        </span>
        <span class="wide">{actor.type === 'api_key' && <span class="tag">{words.byKey}</span>}</span>
        <time dateTime={createdAt} title={dateTime(createdAt)} class="soft">
          {relative(createdAt)}
        </time>
      </summary>
      <Inside entry={entry} onObject={onObject} />
    </details>
  );
}

const factsIn = (details: Record<string, unknown>) =>
  Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]);

function Inside({ entry, onObject }: AuditRowProps) {
  const { action, actor, objectId, createdAt, details } = entry;
  const facts: [name: string, value: string][] = [
    [words.when, dateTime(createdAt)],
    [words.action, action],
    [words.object, objectId],
    ...(actor.keyId ? ([[words.key, actor.keyId]] satisfies [string, string][]) : []),
    ...factsIn(details ?? {}),
  ];
  return (
    <div class="stack">
      <dl class="details">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="wrap" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div class="bar">
        <Button onClick={() => onObject(objectId)}>{words.allOfObject}</Button>
        {action.startsWith('link.') && action !== 'link.delete' && (
          <a class="btn" href={pathTo('link', { id: objectId })}>
            {words.openLink}
          </a>
        )}
      </div>
    </div>
  );
}
