/** One template: its editor with a live preview. Viewers see its text. */
import { useMemo, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { BackLink } from '../../../../shared/ui/back-link.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Menu } from '../../../../shared/ui/menu.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import { LeaveGuard } from '../../core/leave-guard.tsx';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { refreshTemplates } from '../../core/templates.ts';
import { Time } from '../../core/times.tsx';
import type { Template } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { DeleteTemplate } from './delete-template.tsx';
import { Editor } from './editor.tsx';
import { exampleDraft } from './examples.ts';
import { SendTest } from './send-test.tsx';
import { draftOf, type TemplateDraft, useTemplateForm } from './template-form.ts';

const words = text.templates;

const Back = () => <BackLink href={pathTo('templates')} title={words.title} />;

export function TemplateScreen() {
  const { id = '' } = useRoute().params;
  const [{ copy, example }] = useQuery();
  if (id !== 'new') return <Loading key={id} id={id} of={SavedTemplate} />;
  if (!may('editor')) return <NotAllowed />;
  return copy ? <Loading id={copy} of={CopiedTemplate} /> : <NewTemplate first={exampleDraft(example)} />;
}

type OfTemplate = { template: Template; onSaved: (template: Template) => void };

function Loading({ id, of: Loaded }: { id: string; of: (props: OfTemplate) => preact.JSX.Element }) {
  const loaded = useLoad(
    (signal) => api.get<{ template: Template }>(`/template/${id}`, {}, signal).then(({ template }) => template),
    [id],
  );
  if (loaded.data) return <Loaded template={loaded.data} onSaved={(saved) => loaded.set(() => saved)} />;
  return (
    <Screen title={words.one} above={<Back />}>
      <section class="card">
        <Show of={loaded}>{() => null}</Show>
      </section>
    </Screen>
  );
}

const CopiedTemplate = ({ template }: OfTemplate) => (
  <NewTemplate first={{ ...draftOf(template), name: words.copyOf(template.name) }} />
);

function NewTemplate({ first }: { first: TemplateDraft }) {
  const { route } = useLocation();
  const form = useTemplateForm({
    first: useMemo(() => first, []),
    onSaved: ({ ID, name }) => {
      toast(words.saved(name));
      void refreshTemplates();
      route(pathTo('template', { id: String(ID) }), true);
    },
  });
  return (
    <Screen title={words.newTemplate} note={words.note} above={<Back />}>
      <Editor form={form} isNew>
        <Button kind="main" isBusy={form.isBusy} onClick={() => form.submit()}>
          {text.actions.save}
        </Button>
      </Editor>
      <LeaveGuard form={form} />
    </Screen>
  );
}

function SavedTemplate({ template, onSaved }: OfTemplate) {
  const form = useTemplateForm({
    template,
    first: useMemo(() => draftOf(template), [template]),
    onSaved: (saved) => {
      onSaved(saved);
      void refreshTemplates();
      toast(words.saved(saved.name));
    },
  });
  return (
    <Screen
      title={template.name}
      note={
        <>
          {text.rules.changed} <Time at={template.updated_at ?? template.created_at} />
        </>
      }
      above={<Back />}
      actions={may('editor') && <Actions template={template} isChanged={form.isChanged} />}
    >
      {may('editor') ? (
        <Editor form={form}>
          <span class="soft" aria-live="polite">
            {form.isChanged ? words.unsaved : words.allSaved}
          </span>
          {form.isChanged && <Button onClick={() => form.reset()}>{words.discard}</Button>}
          <Button kind="main" isBusy={form.isBusy} disabled={!form.isChanged} onClick={() => form.submit()}>
            {text.actions.save}
          </Button>
        </Editor>
      ) : (
        <ReadOnly template={template} />
      )}
      <LeaveGuard form={form} />
    </Screen>
  );
}

function Actions({ template, isChanged }: { template: Template; isChanged: boolean }) {
  const { route } = useLocation();
  const [dialog, setDialog] = useState<'test' | 'delete'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Button
        icon="mail"
        disabled={isChanged}
        title={isChanged ? words.test.saveFirst : undefined}
        onClick={() => setDialog('test')}
      >
        {words.test.action}
      </Button>
      <Menu
        label={text.ui.actions(template.name)}
        class="btn"
        items={[
          {
            label: words.duplicate,
            icon: 'copy',
            href: pathTo('template', { id: 'new' }, { copy: String(template.ID) }),
          },
          { label: text.actions.delete, icon: 'trash', isBad: true, onSelect: () => setDialog('delete') },
        ]}
      >
        <Icon name="more" />
      </Menu>
      {dialog === 'test' && <SendTest id={template.ID} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteTemplate template={template} onClose={close} onDeleted={() => route(pathTo('templates'), true)} />
      )}
    </>
  );
}

const ReadOnly = ({ template: { subject, preheader, body } }: { template: Template }) => (
  <section class="card template-email">
    <div class="template-line" dir="auto">
      <b>{subject}</b> {preheader && <span class="soft">{preheader}</span>}
    </div>
    <pre dir="auto">{body}</pre>
  </section>
);

const NotAllowed = () => (
  <Screen title={words.newTemplate} above={<Back />}>
    <section class="card">
      <Empty icon="lock" title={words.notYours}>
        {words.notYoursNote}
      </Empty>
    </section>
  </Screen>
);
