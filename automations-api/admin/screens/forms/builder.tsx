/** The builder of a form: its name, fields and texts, what happens after submitting, and a preview of its page. */

import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { forms as limits, links, longestLabel, longestUrl } from '../../../../shared/limits-of-fields.ts';
import { Check, TextArea, TextField } from '../../../../shared/ui/field.tsx';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { Copied } from '../../core/copied.tsx';
import { usePreviewed, WithPreview } from '../../core/preview.tsx';
import { may } from '../../core/session.ts';
import { TermBox } from '../../core/term-box.tsx';
import type { SignupForm } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { FieldList } from './field-list.tsx';
import type { BuilderForm } from './form-form.ts';
import { FormPreview } from './preview.tsx';

const words = text.forms;

type BuilderProps = {
  form: BuilderForm;
  /** Undefined for a new form. */
  saved?: SignupForm;
  readOnly?: boolean;
};

export function Builder({ form: own, saved, readOnly = false }: BuilderProps) {
  const [form, setRefusal] = usePreviewed(own);
  return (
    <WithPreview>
      <fieldset class="editor stack" disabled={readOnly}>
        <Basics form={form} saved={saved} />
        <Card title={words.parts.fields} note={words.fieldsNote} error={form.problems.fields}>
          <FieldList fields={form.values.fields} onChange={(fields) => form.set('fields', fields)} />
        </Card>
        <Afterwards form={form} />
        <Texts form={form} />
      </fieldset>
      <div class="stack">
        {saved && (
          <fieldset disabled={readOnly}>
            <Publish form={form} saved={saved} />
          </fieldset>
        )}
        {/* Viewers cannot change forms, so they cannot store a draft for a preview. */}
        {may('editor') && <FormPreview draft={form.values} onRefusal={setRefusal} />}
      </div>
    </WithPreview>
  );
}

type CardProps = { title: string; note?: string; error?: string; children: ComponentChildren };

function Card({ title, note, error, children }: CardProps) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {note && <span>{note}</span>}
      </header>
      <div class="body form">
        {error && (
          <p class="notice bad" role="alert">
            {sentenceOf(error)}
          </p>
        )}
        {children}
      </div>
    </section>
  );
}

type PartProps = Pick<BuilderProps, 'form' | 'saved'>;

function Basics({ form, saved }: PartProps) {
  const isMoved = saved !== undefined && form.values.slug !== saved.slug;
  return (
    <Card title={words.basics}>
      <div class="pair">
        <TextField
          label={words.parts.name}
          hint={words.nameHint}
          maxLength={longestLabel}
          autocomplete="off"
          autoFocus={!saved}
          {...form.field('name')}
        />
        <TextField
          label={words.parts.slug}
          hint={isMoved ? words.slugChanged : words.slugHint}
          isOptional={!saved}
          maxLength={links.slug}
          autocomplete="off"
          spellcheck={false}
          {...form.field('slug')}
        />
      </div>
    </Card>
  );
}

function Afterwards({ form }: PartProps) {
  const terms = (name: 'lists' | 'offered_lists' | 'tags') => ({
    kind: name === 'tags' ? ('tag' as const) : ('list' as const),
    label: words.parts[name],
    values: form.values[name],
    error: form.problems[name],
    onChange: (ids: string[]) => form.set(name, ids),
  });
  return (
    <Card title={words.afterwards}>
      <TermBox {...terms('lists')} />
      <TermBox {...terms('offered_lists')} hint={words.offeredHint} />
      <TermBox {...terms('tags')} />
      <Check
        label={words.parts.double_opt_in}
        hint={words.doubleOptInHint}
        isOn={form.values.double_opt_in}
        onChange={(isOn) => form.set('double_opt_in', isOn)}
      />
    </Card>
  );
}

const Texts = ({ form }: PartProps) => (
  <Card title={words.texts} note={words.textsNote}>
    <TextField
      label={words.parts.title}
      isOptional
      maxLength={limits.title}
      autocomplete="off"
      {...form.field('title')}
    />
    <TextArea label={words.parts.intro} isOptional rows={3} maxLength={limits.intro} {...form.field('intro')} />
    <TextArea
      label={words.parts.consent_text}
      hint={words.consentHint}
      isOptional
      rows={3}
      maxLength={limits.consent}
      {...form.field('consent_text')}
    />
    <TextField
      label={words.parts.button}
      isOptional
      maxLength={limits.button}
      autocomplete="off"
      {...form.field('button')}
    />
    <TextArea label={words.parts.thanks} isOptional rows={2} maxLength={limits.thanks} {...form.field('thanks')} />
    <TextField
      label={words.parts.redirect_url}
      hint={words.redirectHint}
      type="url"
      placeholder="https://"
      isOptional
      maxLength={longestUrl}
      {...form.field('redirect_url')}
    />
  </Card>
);

/** Shows the URL and the embed code. */
function Publish({ form, saved: { name, url, embed, active } }: Pick<BuilderProps, 'form'> & { saved: SignupForm }) {
  return (
    <Card title={words.publish}>
      {!active && <p class="notice warn">{words.isOff}</p>}
      <Copied
        label={text.objects.url}
        value={url}
        copyLabel={text.objects.copyUrl(name)}
        hint={
          <a class="text" href={url} target="_blank" rel="noreferrer">
            {words.show}
          </a>
        }
      />
      <Check
        label={words.parts.embeddable}
        isOn={form.values.embeddable}
        onChange={(isOn) => form.set('embeddable', isOn)}
      />
      {form.values.embeddable && (
        <Copied label={words.embed} value={embed} copyLabel={words.copyEmbed} hint={words.embedHint} />
      )}
    </Card>
  );
}
