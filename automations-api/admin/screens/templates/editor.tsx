/** The editor of a template: its texts, and the preview beside them or, on narrow screens, instead of them. */
import { useRef, useState } from 'preact/hooks';
import { letters, longestEmail, longestLabel } from '../../../../shared/limits-of-fields.ts';
import { OneOf } from '../../../../shared/ui/choice-buttons.tsx';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { TextArea, TextField } from '../../../../shared/ui/field.tsx';
import { usePreviewed, WithPreview } from '../../core/preview.tsx';
import { SaveBar } from '../../core/save-bar.tsx';
import { text } from '../../text/later.ts';
import { BodyField } from './body-field.tsx';
import type { Format } from './insert.ts';
import { MergeFieldButton } from './merge-field.tsx';
import { TemplatePreview } from './preview.tsx';
import type { TemplateForm } from './template-form.ts';

const words = text.templates;

/** Shows the editor. It is not a `<form>`, because Enter in a field must not save the template. */
export function Editor({ form, isNew }: { form: TemplateForm; isNew?: boolean }) {
  const [shown, setRefusal] = usePreviewed(form);
  return (
    <>
      <WithPreview>
        <div class="editor template-editor stack">
          <Texts form={shown} isNew={isNew} />
          <More form={shown} />
        </div>
        <TemplatePreview draft={form.values} onRefusal={setRefusal} />
      </WithPreview>
      <SaveBar form={form} isNew={isNew} />
    </>
  );
}

function Texts({ form, isNew }: { form: TemplateForm; isNew: boolean | undefined }) {
  const { values } = form;
  const [other, setOther] = useState<Format>();
  return (
    <section class="card">
      <div class="body form">
        <TextField
          label={words.labels.name}
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
          <span class="label">{words.labels.format}</span>
          <OneOf
            label={words.labels.format}
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

/** Shows a text field with a button that inserts a merge field. */
function MergedField({ form, name, ...rest }: MergedFieldProps) {
  const own = useRef<HTMLDivElement>(null);
  const input = {
    get current() {
      return own.current?.querySelector('input') ?? null;
    },
  };
  return (
    <div class="template-merged" ref={own}>
      <TextField label={words.labels[name]} autocomplete="off" {...rest} {...form.field(name)} />
      <MergeFieldButton into={input} place={words.labels[name]} />
    </div>
  );
}

/** Fields that most templates leave empty. */
const sender = ['from_name', 'from_email', 'reply_to'] as const;
const rare = [...sender, 'text'] as const;

const More = ({ form }: { form: TemplateForm }) => (
  <details class="card group" open={rare.some((name) => form.field(name).error || form.values[name] !== '')}>
    <summary>{words.more}</summary>
    <div class="body form">
      <div class="pair">
        {sender.map((name) => (
          <TextField
            key={name}
            label={words.labels[name]}
            placeholder={words.defaultSender}
            type={name === 'from_name' ? 'text' : 'email'}
            maxLength={name === 'from_name' ? letters.fromName : longestEmail}
            autocomplete="off"
            {...form.field(name)}
          />
        ))}
      </div>
      <TextArea
        label={words.labels.text}
        hint={words.textHint}
        rows={6}
        maxLength={letters.body}
        {...form.field('text')}
      />
    </div>
  </details>
);
