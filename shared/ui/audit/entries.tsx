/** Entries of an audit log, each with its details. */
import type { ComponentChildren } from 'preact';
import { dateTime, relative } from '../format.ts';
import type { AuditWords } from '../text/en/audit.ts';

export type AuditEntry = {
  who: string;
  /** The action and its object, in the user's language. */
  what: string;
  about: string;
  /** The object's name, if `about` is another text. */
  name?: string;
  /** The screen of the object. */
  href?: string | undefined;
  /** The objects of a bulk action. */
  objects?: readonly { name: string; href: string | undefined }[] | undefined;
  isByKey?: boolean;
  at: string;
  /** The action and its object, under their names in the API. */
  action: string;
  object: string;
  details: object | null;
};

type EntriesProps = {
  entries: readonly AuditEntry[];
  words: AuditWords;
  /** Returns the buttons for an entry. */
  actions?: ((entry: AuditEntry) => ComponentChildren) | undefined;
};

export const AuditEntries = ({ entries, words, actions }: EntriesProps) => (
  <ul class="deliveries audit">
    {entries.map((entry, n) => (
      <li key={`${n} ${entry.at}`}>
        <Row entry={entry} words={words}>
          {actions?.(entry)}
        </Row>
      </li>
    ))}
  </ul>
);

const nameOf = (key: string) => key.replaceAll('_', ' ');

/** Formats a JSON value without its punctuation. */
function asText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const parts = Object.entries(value).map(([key, inner]) =>
    Array.isArray(value) ? asText(inner) : `${nameOf(key)} ${asText(inner)}`,
  );
  return parts.join(', ');
}

/** Lists names and values of an entry's details. */
const factsIn = (details: object | null): [name: string, value: string][] =>
  Object.entries(details ?? {}).flatMap(([name, value]) => (value === null ? [] : [[nameOf(name), asText(value)]]));

const linked = (name: string, href: string | undefined) =>
  href ? (
    <a class="text" href={href}>
      {name}
    </a>
  ) : (
    name
  );

/** Lists the objects of a bulk action, or shows one object with a link to its screen and its id. */
function objectsIn({ about, name = about, href, objects, object }: AuditEntry): ComponentChildren {
  if (!objects) return [href && linked(name, href), ' ', object];
  return (
    <ul>
      {objects.map((one) => (
        <li key={one.name}>{linked(one.name, one.href)}</li>
      ))}
    </ul>
  );
}

function Row({ entry, words, children }: { entry: AuditEntry; words: AuditWords; children: ComponentChildren }) {
  const { who, what, about, isByKey, at, action, details } = entry;
  const facts: [name: string, value: ComponentChildren][] = [
    [words.when, dateTime(at)],
    [words.by, who],
    [words.action, action],
    [words.object, objectsIn(entry)],
    ...factsIn(details),
  ];
  return (
    <details>
      <summary>
        <b class="cut" dir="auto">
          {who}
        </b>
        <span class="cut">
          {what}{' '}
          <span class="soft" dir="auto">
            {about}
          </span>
        </span>
        <span class="wide">{isByKey && <span class="tag">{words.byKey}</span>}</span>
        <time dateTime={at} title={dateTime(at)} class="soft">
          {relative(at)}
        </time>
      </summary>
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
        {children && <div class="bar">{children}</div>}
      </div>
    </details>
  );
}
