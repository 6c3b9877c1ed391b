/** The editor of a template: its texts, and the preview beside them or, on narrow screens, in place of them. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { letters, longestEmail, longestLabel } from '../../../../shared/limits-of-fields.ts';
import { OneOf } from '../../../../shared/ui/choice-buttons.tsx';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { TextArea, TextField } from '../../../../shared/ui/field.tsx';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import type { ApiError } from '../../../../shared/ui/service.ts';
import { text } from '../../text/text.ts';
import { BodyField } from './body-field.tsx';
import type { Format } from './insert.ts';
import { MergeFieldButton } from './merge-field.tsx';
import { Preview } from './preview.tsx';
import type { TemplateForm } from './template-form.ts';

const words = text.templates;

type EditorProps = {
  form: TemplateForm;
  isNew?: boolean;
  /** Content of the save bar. */
  children: ComponentChildren;
};

/** Shows the editor. It is not a `<form>`, because Enter in a field must not save the template. */
export function Editor({ form, isNew, children }: EditorProps) {
  const [part, setPart] = useState<keyof typeof words.parts>('write');
  const [refusal, setRefusal] = useState<ApiError>();
  // A problem that the preview found is shown at its field while the user types. Empty fields are not problems yet.
  const found = form.isChanged || !isNew ? (refusal?.fields ?? {}) : {};
  const shown: TemplateForm = {
    ...form,
    field: (name) => ({ ...form.field(name), error: form.problems[name] ?? (form.values[name] && found[name]) }),
  };
  return (
    <div class="template-editor" data-part={part}>
      <OneOf label={words.part} value={part} options={words.parts} onChoose={setPart} />
      <div class="template-write stack">
        <Texts form={shown} isNew={isNew} />
        <More form={shown} />
        <section class="selection" aria-label={words.changes}>
          <Problem of={form} />
          {children}
        </section>
      </div>
      <Preview draft={form.values} onProblem={setRefusal} />
    </div>
  );
}

function Texts({ form, isNew }: { form: TemplateForm; isNew: boolean | undefined }) {
  const { values } = form;
  const [other, setOther] = useState<Format>();
  return (
    <section class="card">
      <div class="body form">
        <TextField
          label={words.name}
          hint={words.nameHint}
          placeholder={words.namePlaceholder}
          maxLength={longestLabel}
          autocomplete="off"
          autoFocus={isNew}
          {...form.field('name')}
        />
        <MergedField form={form} name="subject" maxLength={letters.line} />
        <MergedField form={form} name="preheader" hint={words.preheaderHint} maxLength={letters.line} />
        <div class="template-format">
          <span class="label">{words.format}</span>
          <OneOf
            label={words.format}
            value={values.format}
            options={words.formats}
            onChoose={(format) => {
              if (format === values.format) return;
              if (values.body.trim() === '') form.set('format', format);
              else setOther(format);
            }}
          />
        </div>
        <BodyField
          format={values.format}
          maxLength={values.format === 'html' ? letters.body : letters.markdown}
          {...form.field('body')}
          error={form.field('body').error}
        />
      </div>
      {other && (
        <Confirm
          title={words.switchTitle(words.formats[other])}
          action={words.switchAction}
          onClose={() => setOther(undefined)}
          onConfirm={async () => form.set('format', other)}
        >
          {words.switchNote}
        </Confirm>
      )}
    </section>
  );
}

type MergedFieldProps = { form: TemplateForm; name: 'subject' | 'preheader'; hint?: string; maxLength: number };

/** A text field with a button that inserts a merge field. */
function MergedField({ form, name, ...rest }: MergedFieldProps) {
  const own = useRef<HTMLDivElement>(null);
  const input = {
    get current() {
      return own.current?.querySelector('input') ?? null;
    },
  };
  return (
    <div class="template-merged" ref={own}>
      <TextField label={words[name]} autocomplete="off" {...rest} {...form.field(name)} />
      <MergeFieldButton into={input} place={words[name]} />
    </div>
  );
}

/** Fields that most templates leave empty. */
const rare = ['from_name', 'from_email', 'reply_to', 'text'] as const;

const More = ({ form }: { form: TemplateForm }) => (
  <details class="card group" open={rare.some((name) => form.field(name).error || form.values[name] !== '')}>
    <summary>{words.more}</summary>
    <div class="body form">
      <div class="pair">
        <TextField
          label={words.fromName}
          placeholder={words.defaultSender}
          maxLength={letters.fromName}
          autocomplete="off"
          {...form.field('from_name')}
        />
        <TextField
          label={words.fromEmail}
          placeholder={words.defaultSender}
          type="email"
          maxLength={longestEmail}
          autocomplete="off"
          {...form.field('from_email')}
        />
        <TextField
          label={words.replyTo}
          placeholder={words.defaultSender}
          type="email"
          maxLength={longestEmail}
          autocomplete="off"
          {...form.field('reply_to')}
        />
      </div>
      <TextArea
        label={words.ownText}
        hint={words.ownTextHint}
        rows={6}
        maxLength={letters.body}
        {...form.field('text')}
      />
    </div>
  </details>
);
