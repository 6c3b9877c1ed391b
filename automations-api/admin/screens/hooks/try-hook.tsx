/** A dry run of the mapping on the selected message, which changes nothing. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { Fact } from '../../../../shared/ui/facts.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Bones, Show } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { nameOfTerm, useTerms } from '../../core/terms.ts';
import type { HookMapping, HookMessage, HookTry } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { type MappingDraft, mappingOf } from './mapping.ts';
import { tones } from './messages.tsx';
import { labelOf, useTargets } from './targets.ts';

const words = text.hooks.tryOut;

type TryHookProps = { hookId: number; draft: MappingDraft; message: HookMessage | undefined };

export function TryHook({ hookId, draft, message }: TryHookProps) {
  const [trial, setTrial] = useState<{ body: unknown; mapping: HookMapping; of: number }>();
  const tried = useLoad(trial && (() => tryMessage(hookId, trial.body, trial.mapping)), [trial]);
  const mapping = mappingOf(draft);
  const isOld = trial && (trial.of !== message?.ID || JSON.stringify(trial.mapping) !== JSON.stringify(mapping));
  return (
    <div class="stack">
      <div class="bar">
        <Button
          icon="bolt"
          disabled={!message}
          isBusy={trial && tried.isLoading}
          onClick={() => message && setTrial({ body: message.body, mapping, of: message.ID })}
        >
          {words.action}
        </Button>
        <span class="soft small">{message ? words.note : words.none}</span>
      </div>
      {trial && !isOld && (
        <div aria-live="polite">
          {tried.isLoading ? <Bones rows={3} /> : <Show of={tried}>{(result) => <Outcome result={result} />}</Show>}
        </div>
      )}
    </div>
  );
}

const tryMessage = async (hookId: number, body: unknown, mapping: HookMapping): Promise<HookTry> =>
  (await api.post<{ would: HookTry }>(`/hook/${hookId}/try`, { body, mapping })).would;

/** Shows the result as facts. */
function Outcome({ result }: { result: HookTry }) {
  const { outcome, detail, contact, email, changes, tags, lists, event } = result;
  const targets = useTargets();
  const known = { tags: useTerms('tag'), lists: useTerms('list') };
  const named = (kind: 'tags' | 'lists', ids: number[]) => ids.map((id) => nameOfTerm(known[kind], id)).join(', ');
  return (
    <div class="stack">
      <p class={`notice ${tones[outcome]}`}>
        <span>
          {words.would[outcome]} {detail}
        </span>
      </p>
      <dl class="tried">
        {email && (
          <Fact name={text.contacts.fields.email}>
            {contact ? <a href={pathTo('contact', { id: String(contact) })}>{email}</a> : email}
          </Fact>
        )}
        {changes.map(({ name, from, to }) => (
          <Fact key={name} name={labelOf(targets, name)}>
            {from && <s class="soft">{from}</s>} {to}
          </Fact>
        ))}
        {tags.length > 0 && <Fact name={text.hooks.mapping.tags}>{named('tags', tags)}</Fact>}
        {lists.length > 0 && <Fact name={text.hooks.mapping.lists}>{named('lists', lists)}</Fact>}
        {event && (
          <Fact name={words.event}>
            {event.name} <code>{JSON.stringify(event.data)}</code>
          </Fact>
        )}
      </dl>
    </div>
  );
}
