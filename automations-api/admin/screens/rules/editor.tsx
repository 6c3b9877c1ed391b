/** The editor of a rule: when, only if, then, in one form that is saved as a whole. */
import { longestLabel } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Check, TextField } from '../../../../shared/ui/field.tsx';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { text } from '../../text/text.ts';
import { OnlyIf } from './only-if.tsx';
import { nameProblem, type RuleForm } from './rule-form.ts';
import { Then } from './then.tsx';
import { When } from './when.tsx';

const words = text.rules.editor;

type EditorProps = { form: RuleForm; isNew?: boolean };

/** No `<form>`: Enter in a field of a step is no reason to let a rule loose. */
export function Editor({ form, isNew = false }: EditorProps) {
  return (
    <div class="rule-editor">
      <Problem of={form} />
      <TextField
        label={words.name}
        placeholder={words.namePlaceholder}
        maxLength={longestLabel}
        autocomplete="off"
        autoFocus={isNew}
        {...form.field('name')}
        error={nameProblem(form)}
      />
      <When form={form} />
      <OnlyIf form={form} />
      <Then form={form} />
      <SaveBar form={form} isNew={isNew} />
    </div>
  );
}

function SaveBar({ form, isNew }: Required<EditorProps>) {
  const { isChanged, isBusy, values } = form;
  return (
    <section class="selection" aria-label={words.changes}>
      {isNew ? (
        <Check label={words.turnOn} isOn={values.active} onChange={(active) => form.set('active', active)} />
      ) : (
        <span class="soft" aria-live="polite">
          {isChanged ? words.unsaved : words.allSaved}
        </span>
      )}
      {isChanged && !isNew && <Button onClick={() => form.reset()}>{words.discard}</Button>}
      <Button kind="main" isBusy={isBusy} disabled={!isChanged && !isNew} onClick={() => form.submit()}>
        {text.actions.save}
      </Button>
    </section>
  );
}
