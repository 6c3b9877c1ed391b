/**
 * Fields that describe a visitor, and the destination to which the form's link redirects this visitor. The service
 * decides with the same code as for a redirect.
 */

import { useMemo, useState } from 'preact/hooks';
import { Combobox } from '../../../../shared/ui/combobox.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { useLoad, useSettled } from '../../../../shared/ui/load.ts';
import { zoneOf } from '../../../../shared/ui/preferences.ts';
import { api } from '../../core/api.ts';
import type { Arrival } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { choicesOf } from './conditions.tsx';
import { inputOf, type Values } from './values.ts';
import { toUtc } from './zone-time.ts';

const { linkRules } = text;

const words = linkRules.visitor;
const settledMs = 400;

const chosen = ['language', 'country', 'device', 'os', 'browser'] as const;
const typed = ['referrer', 'ip', 'query'] as const;
const empty = { language: '', country: '', device: '', os: '', browser: '', referrer: '', ip: '', query: '', time: '' };
type Visitor = typeof empty;

/** Requests the destination to which the link redirects the visitor. @throws the first problem of the form */
function preview(values: Values, { time, query, ...others }: Visitor, signal: AbortSignal): Promise<Arrival> {
  const { password: _, slug: __, ...link } = inputOf(values, zoneOf());
  const facts = {
    ...others,
    ip: others.ip.trim(),
    referrer: others.referrer.trim(),
    query: query.replace(/^\?/, ''),
    time: toUtc(time, zoneOf()) ?? '',
  };
  const visitor = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== ''));
  return api.post<Arrival>('/links/preview', { ...link, visitor }, { signal });
}

export function WhoSeesWhat({ values }: { values: Values }) {
  const [visitor, setVisitor] = useState(empty);
  const set = (name: keyof Visitor) => (value: string) => setVisitor((before) => ({ ...before, [name]: value }));
  const choices = useMemo(
    () => chosen.map((name) => ({ name, choices: [{ value: '', label: words.any }, ...choicesOf(name)] })),
    [],
  );
  const settled = useSettled(JSON.stringify([values, visitor]), settledMs);
  const { data, error } = useLoad(async (signal) => preview(values, visitor, signal), [settled]);
  return (
    <>
      <p class="soft small">{words.note}</p>
      <div aria-live="polite">
        {error ? <p class="notice warn">{sentenceOf(error.message)}</p> : data && <Result {...data} />}
      </div>
      <div class="pair">
        {choices.map((one) => (
          <Combobox
            key={one.name}
            label={linkRules.kinds[one.name]}
            value={visitor[one.name]}
            choices={one.choices}
            onChoose={set(one.name)}
          />
        ))}
        {typed.map((name) => (
          <TextField
            key={name}
            label={words[name]}
            value={visitor[name]}
            onValue={set(name)}
            autocomplete="off"
            spellcheck={false}
          />
        ))}
        <TextField label={words.time} type="datetime-local" value={visitor.time} onValue={set('time')} />
      </div>
    </>
  );
}

function Result({ outcome, url, by, rule, variant }: Arrival) {
  if (outcome !== 'redirect' || by === null) return <p>{outcome === 'redirect' ? '' : words.nowhere[outcome]}</p>;
  const part = rule === null ? words.by[by] : linkRules.rule(rule + 1);
  return (
    <>
      <p>
        {words.result}
        <b> {variant ? [rule !== null && part, words.variant(variant)].filter(Boolean).join(', ') : part}</b>
      </p>
      <p class="links-result">{url}</p>
      {variant && <p class="soft small">{words.others}</p>}
    </>
  );
}
