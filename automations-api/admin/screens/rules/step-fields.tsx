/** What one step needs, by its kind. */
import { longestUrl } from '../../../../shared/limits-of-fields.ts';
import { Check, Select, TextField } from '../../../../shared/ui/field.tsx';
import { pathTo } from '../../core/routes.ts';
import { statusNames } from '../../core/statuses.ts';
import { TermBox } from '../../core/term-box.tsx';
import { text } from '../../text/text.ts';
import type { DraftStep } from './draft.ts';
import { FieldValues } from './field-values.tsx';
import { mayChange } from './may-change.ts';
import { StepError } from './step-error.tsx';
import { type WaitUnit, waitUnits } from './waits.ts';

const words = text.rules.editor;

export type StepFieldsProps = {
  step: DraftStep;
  error: string | undefined;
  onChange: (changes: Partial<DraftStep>) => void;
};

export function StepFields(props: StepFieldsProps) {
  const { step, error, onChange } = props;
  switch (step.kind) {
    case 'wait':
      return <Wait {...props} />;
    case 'add_tags':
    case 'remove_tags':
      return (
        <TermBox
          kind="tag"
          label={words.tags}
          values={step.tags}
          error={error}
          onChange={(tags) => onChange({ tags })}
        />
      );
    case 'add_lists':
    case 'remove_lists':
      return (
        <TermBox
          kind="list"
          label={words.lists}
          values={step.lists}
          error={error}
          onChange={(lists) => onChange({ lists })}
        />
      );
    case 'set_status':
      return <Status {...props} />;
    case 'set_field':
      return <FieldValues {...props} />;
    case 'webhook':
      return <Webhook {...props} />;
    case 'delete':
      return (
        <>
          <p class="soft">{words.deleteNote}</p>
          <StepError error={error} />
        </>
      );
  }
}

function Wait({ step, error, onChange }: StepFieldsProps) {
  return (
    <div class="pair">
      <TextField
        label={words.count}
        inputMode="numeric"
        maxLength={8}
        autocomplete="off"
        value={step.count}
        error={error}
        onValue={(count) => onChange({ count })}
      />
      <Select
        label={words.unit}
        value={step.unit}
        options={waitUnits.map((value) => ({ value, label: words.units[value] }))}
        onValue={(unit) => onChange({ unit: unit as WaitUnit })}
      />
    </div>
  );
}

function Status({ step, error, onChange }: StepFieldsProps) {
  return (
    <>
      <Select
        label={words.status}
        value={step.status}
        error={error}
        options={statusNames.map((value) => ({ value, label: text.statuses[value] }))}
        onValue={(status) => onChange({ status })}
      />
      <Check
        label={words.resubscribe}
        hint={words.resubscribeHint}
        isOn={step.resubscribe}
        onChange={(resubscribe) => onChange({ resubscribe })}
      />
    </>
  );
}

function Webhook({ step: { url, hook }, error, onChange }: StepFieldsProps) {
  return (
    <>
      <TextField
        label={words.url}
        hint={mayChange('webhook') ? words.urlHint : words.urlFixed}
        readOnly={!mayChange('webhook')}
        type="url"
        placeholder="https://"
        maxLength={longestUrl}
        autocomplete="off"
        value={url}
        error={error}
        onValue={(typed) => onChange({ url: typed })}
      />
      {hook && hook.url === url && (
        <p class="small">
          <a href={pathTo('webhook', { id: String(hook.id) })}>{words.deliveries}</a>
        </p>
      )}
    </>
  );
}
