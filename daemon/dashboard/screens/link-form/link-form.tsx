/** The form that creates or changes a link: all its fields, in one dialog. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, copyComing, copyText } from '../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { type Form, useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { useSettled } from '../../../../shared/ui/load.ts';
import { zoneOf } from '../../../../shared/ui/preferences.ts';
import { saveChanged } from '../../../../shared/ui/save-changed.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api, onceOnly } from '../../core/api.ts';
import { announceDraft, DraftNotice, useDraft, useKeptOnLeave } from '../../core/draft.tsx';
import { refreshWorkspace } from '../../core/session.ts';
import type { Link } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { fieldWords } from './field-words.ts';
import { Groups } from './groups.tsx';
import { MainFields } from './main-fields.tsx';
import { Allowance, usePlans } from './plan-gate.tsx';
import { Outcome } from './result-preview.tsx';
import { useDomains } from './tag-and-domain-names.ts';
import { changesOf, duplicateOf, emptyValues, flat, inputOf, nested, type Values, valuesOf } from './values.ts';

const words = text.linkForm;

type Props = {
  /** The link to change; undefined for a new one. */
  link?: Link;
  /** First values of a new link. */
  start?: Partial<Values>;
  /** The link whose values are the first values of a new link. */
  duplicated?: Link;
  onClose: () => void;
  onDone: (link: Link) => void;
};

export function LinkForm({ link, start, duplicated, onClose, onDone }: Props) {
  const plans = usePlans().data;
  const domains = useDomains();
  const [first] = useState(() => firstOf({ link, start, duplicated }));
  const send = useSend(link, first);
  const draft = useDraft(link?.id ?? 'new', () => first);
  const form = useForm<Values>(first, async (values) => {
    const sent = send(values);
    const copying = !link && copyComing(sent.then(({ shortUrl }) => shortUrl));
    const saved = await sent;
    draft.drop();
    announce(saved, link ? words.saved : (await copying) ? words.createdCopied : words.created);
    void refreshWorkspace();
    onDone(saved);
    onClose();
  });
  const keep = (values: Values) => draft.keep(typedIn(values, link ? first : emptyValues()));
  useKeeping(keep, form);
  const close = () => {
    if (form.isChanged) {
      keep(form.values);
      announceDraft(draft);
    }
    onClose();
  };
  return (
    <Dialog
      title={titleOf({ link, duplicated })}
      onClose={close}
      isWide
      footer={
        <>
          <Button onClick={close}>{text.ui.cancel}</Button>
          <Button kind="main" isBusy={form.isBusy} disabled={link && !form.isChanged} onClick={form.submit}>
            {link ? text.actions.save : words.create}
          </Button>
        </>
      }
    >
      <form class="form links-form" onSubmit={form.submit} noValidate>
        {!link && <Allowance plans={plans} />}
        {draft.kept && !form.isChanged && (
          <DraftNotice
            what={words.draftLink(draft.kept.url)}
            onUse={() => {
              for (const [name, value] of Object.entries(draft.kept ?? {})) form.set(name as keyof Values, value);
              draft.forget();
            }}
            onDrop={draft.drop}
          />
        )}
        {duplicated?.hasPassword && <p class="notice">{words.duplicatePassword}</p>}
        <Problem of={form} />
        <div class="links-halves">
          <div class="form">
            <MainFields form={form} link={link} domains={domains} />
            <Groups form={form} link={link} plans={plans} />
          </div>
          <Outcome
            values={form.values}
            link={link}
            domain={link?.domain ?? (form.values.domain || domains?.[0]?.label || '')}
          />
        </div>
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

function firstOf({ link, start, duplicated }: Pick<Props, 'link' | 'start' | 'duplicated'>): Values {
  if (link) return valuesOf(link, zoneOf());
  return duplicated ? duplicateOf(duplicated, zoneOf()) : { ...emptyValues(), ...start };
}

function titleOf({ link, duplicated }: Pick<Props, 'link' | 'duplicated'>): string {
  if (link) return words.editTitle(link.slug);
  return duplicated ? words.duplicateTitle(duplicated.slug) : words.title;
}

/** Sends the form. A retry after a lost answer does not create a second link. */
function useSend(link: Link | undefined, first: Values) {
  const once = useRef({ body: '', headers: {} });
  return (values: Values): Promise<Link> => {
    if (link) return change(link, first, values);
    const input = inputOf(values, zoneOf());
    const body = JSON.stringify(input);
    if (once.current.body !== body) once.current = { body, headers: onceOnly() };
    return api.post<Link>('/links', input, { headers: once.current.headers });
  };
}

function change({ id }: Link, first: Values, values: Values): Promise<Link> {
  const path = `/links/${id}`;
  const zone = zoneOf();
  return saveChanged({
    base: flat(first),
    mine: flat(values),
    valuesOf: (present: Link) => flat(valuesOf(present, zone)),
    read: () => api.get<Link>(path),
    write: (mine, before, headers) => api.patch<Link>(path, changesOf(nested(mine), nested(before), zone), headers),
    words: fieldWords,
  });
}

function announce({ shortUrl, warnings }: Link, words: (shortUrl: string) => string): void {
  for (const { message } of warnings) toast(sentenceOf(message));
  toast(words(shortUrl), {
    label: text.ui.copy,
    act: () => void copyText(shortUrl).then((isDone) => toast(isDone ? text.ui.copied : text.links.notCopied)),
  });
}

/** Returns the values for a draft: changed fields only, because others can change the rest, and never the password. */
const typedIn = (values: Values, first: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries({ ...values, password: '' }).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(first[name as keyof Values]),
    ),
  );

/** Stores the input when typing pauses, and when the page or the session ends. */
function useKeeping(keep: (values: Values) => void, form: Form<Values>): void {
  const settled = useSettled(form.values, 500);
  const keepTyped = (values: Values) => {
    if (form.isChanged && !form.isBusy) keep(values);
  };
  useEffect(() => keepTyped(settled), [settled]);
  useKeptOnLeave(() => keepTyped(form.values));
}
