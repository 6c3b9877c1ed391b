/** One template: its editor with a live preview. Viewers see its text. */
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { Button } from '../../../../shared/ui/button.tsx';
import { MoreMenu } from '../../../../shared/ui/menu.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { ChangedNote } from '../../core/columns.tsx';
import { LeaveGuard } from '../../core/leave-guard.tsx';
import { Loading, Refused, useObject } from '../../core/object-screen.tsx';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import type { Template } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { duplicateItem, useTemplateDeletion } from './copy-and-deletion.tsx';
import { Editor } from './editor.tsx';
import { exampleDraft } from './examples.ts';
import { numbersOf } from './numbers.ts';
import { SendTest } from './send-test.tsx';
import { draftOf, type TemplateDraft, useTemplateForm } from './template-form.ts';

const words = text.templates;

export function TemplateScreen() {
  const { id = '' } = useRoute().params;
  const [{ copy, example }] = useQuery();
  if (id !== 'new') return <StoredTemplate key={id} id={id} of={SavedTemplate} />;
  if (!may('editor')) return <Refused parent="templates" title={words.newTemplate} least="editor" />;
  return copy ? <StoredTemplate id={copy} of={CopiedTemplate} /> : <NewTemplate first={exampleDraft(example)} />;
}

type OfTemplate = { template: Template; onSaved: (template: Template) => void };

function StoredTemplate({ id, of: Shown }: { id: string; of: (props: OfTemplate) => preact.JSX.Element }) {
  const loaded = useObject<Template>('template', id);
  return (
    <Loading parent="templates" title={words.one} of={loaded}>
      {(template) => <Shown template={template} onSaved={(saved) => loaded.set(() => saved)} />}
    </Loading>
  );
}

const CopiedTemplate = ({ template }: OfTemplate) => (
  <NewTemplate first={{ ...draftOf(template), name: text.objects.copyOf(template.name) }} />
);

function NewTemplate({ first }: { first: TemplateDraft }) {
  const { route } = useLocation();
  const form = useTemplateForm({ first, onSaved: ({ ID }) => route(pathTo('template', { id: String(ID) }), true) });
  return (
    <Screen title={words.newTemplate} note={words.note} parent="templates">
      <Editor form={form} isNew />
      <LeaveGuard form={form} />
    </Screen>
  );
}

function SavedTemplate({ template, onSaved }: OfTemplate) {
  const form = useTemplateForm({ template, first: draftOf(template), onSaved });
  return (
    <Screen
      title={template.name}
      note={
        <>
          <ChangedNote of={template} />
          {numbersOf(template).map((one) => ` · ${one}`)}
        </>
      }
      parent="templates"
      actions={may('editor') && <Actions template={template} isChanged={form.isChanged} />}
    >
      {may('editor') ? <Editor form={form} /> : <ReadOnly template={template} />}
      <LeaveGuard form={form} />
    </Screen>
  );
}

function Actions({ template, isChanged }: { template: Template; isChanged: boolean }) {
  const { route } = useLocation();
  const [isTesting, setTesting] = useState(false);
  const deletion = useTemplateDeletion(() => route(pathTo('templates'), true));
  return (
    <>
      <Button
        icon="mail"
        disabled={isChanged}
        title={isChanged ? words.test.saveFirst : undefined}
        onClick={() => setTesting(true)}
      >
        {words.test.action}
      </Button>
      <MoreMenu name={template.name} items={[duplicateItem(template), deletion.item(template)]} />
      {isTesting && <SendTest id={template.ID} onClose={() => setTesting(false)} />}
      {deletion.dialog}
    </>
  );
}

const ReadOnly = ({ template: { subject, preheader, body } }: { template: Template }) => (
  <section class="card preview-page">
    <div class="preview-line" dir="auto">
      <b>{subject}</b> {preheader && <span class="soft">{preheader}</span>}
    </div>
    <pre dir="auto">{body}</pre>
  </section>
);
