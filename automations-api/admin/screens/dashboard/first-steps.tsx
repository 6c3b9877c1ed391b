/** First steps of a new site: import contacts or add one, create an API key, name the sender of its emails. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { FirstStep } from '../../../../shared/ui/first-steps.tsx';
import { useEvery, useLoad } from '../../../../shared/ui/load.ts';
import { kept } from '../../../../shared/ui/preferences.ts';
import { Bones, Empty } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { may, session } from '../../core/session.ts';
import type { ApiKey } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { AddContact } from '../contacts/contact-form.tsx';

const words = text.dashboard.first;
const reloadEveryMs = 10_000;

/** Whether the user has hidden the first steps. This has no effect while there are no contacts. */
export const areStepsHidden = kept('first-steps-hidden', false);

type FirstStepsProps = { contacts: number; onAdded: () => void };

export function FirstSteps({ contacts, onAdded }: FirstStepsProps) {
  const [isAdding, setAdding] = useState(false);
  const isAdministrator = may('administrator');
  const done = useLoad(isAdministrator ? findDone : undefined, []);
  // An app or another user can complete a step.
  useEvery(reloadEveryMs, () => {
    if (contacts === 0) onAdded();
    if (isAdministrator) done.reload();
  });
  if (!may('editor')) {
    return contacts > 0 ? null : (
      <section class="card">
        <Empty icon="contact" title={text.contacts.empty}>
          {words.wait}
        </Empty>
      </section>
    );
  }
  const add = (
    <div class="bar">
      <a class="btn main" href={pathTo('import')}>
        {text.contacts.importFirst}
      </a>
      <Button onClick={() => setAdding(true)}>{text.contacts.add}</Button>
    </div>
  );
  const steps: Step[] = [
    { title: words.contact, note: words.contactNote, isDone: contacts > 0, action: add },
    ...(isAdministrator ? stepsOfSite(done.data) : []),
  ];
  // Nothing is shown until the steps are known, so that a completed step never appears as open.
  if (isAdministrator && done.isLoading && !done.data) return <Bones rows={3} height={40} />;
  const now = steps.findIndex(({ isDone }) => !isDone);
  return (
    <>
      <ol class="card first-steps">
        {steps.map(({ title, note, isDone, action }, n) => (
          <FirstStep key={title} n={n + 1} title={title} isDone={isDone} isNow={n === now}>
            {!isDone && (
              <>
                <p>{note}</p>
                {action}
              </>
            )}
          </FirstStep>
        ))}
      </ol>
      {contacts > 0 && (
        <div class="bar">
          <Button
            kind="bare"
            onClick={() => {
              areStepsHidden.value = true;
            }}
          >
            {words.hide}
          </Button>
        </div>
      )}
      {isAdding && <AddContact onClose={() => setAdding(false)} onDone={onAdded} />}
    </>
  );
}

type Step = { title: string; note: string; isDone: boolean; action: ComponentChildren };
type Done = { hasKey: boolean; hasSender: boolean };

const stepsOfSite = (done: Done | undefined): Step[] => [
  {
    title: words.key,
    note: words.keyNote,
    isDone: done?.hasKey ?? false,
    action: (
      <a class="btn" href={pathTo('restApi')}>
        {words.createKey}
      </a>
    ),
  },
  {
    title: words.sender,
    note: words.senderNote,
    isDone: done?.hasSender ?? false,
    action: (
      <a class="btn" href={pathTo('consent')}>
        {words.setSender}
      </a>
    ),
  },
];

/** Finds the completed steps. Only administrators can request them. */
async function findDone(signal: AbortSignal): Promise<Done> {
  const [{ keys }, { consent }] = await Promise.all([
    api.get<{ keys: ApiKey[] }>('/keys', {}, signal),
    api.get<{ consent: { sender: string } }>('/consent/settings', {}, signal),
  ]);
  // The default sender is the site's host.
  const { hostname } = new URL(session.value?.site.url ?? location.href);
  return { hasKey: keys.some(({ active }) => active), hasSender: consent.sender !== hostname };
}
