/** A labelled control of a form, with its hint and its error. */
import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { sentenceOf } from './field-problems.ts';
import { uiText } from './text.ts';

/** The attributes that connect a control to its label, hint and error. */
type ControlProps = {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: 'true';
};

type FieldProps = {
  label: string;
  hint?: ComponentChildren;
  /** The error, reported by the server or found by the form. */
  error?: string;
  isOptional?: boolean;
  children: (control: ControlProps) => ComponentChildren;
};

export function Field({ label, hint, error, isOptional, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id} dir="auto">
        {label}
        {isOptional && <small aria-hidden="true">{uiText.optional}</small>}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? 'true' : undefined })}
      {hint && (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <div class="error" id={`${id}-error`}>
          {sentenceOf(error, label)}
        </div>
      )}
    </div>
  );
}

type Common = { label: string; hint?: ComponentChildren; error?: string; isOptional?: boolean };
type Valued = { value: string; onValue: (value: string) => void };

/**
 * Returns the `dir` of a text field. The direction of free text depends on its script; URLs, codes and numbers have
 * no direction of their own.
 */
const directionOf = ({ type = 'text', inputMode, spellcheck }: JSX.IntrinsicElements['input']) =>
  ['text', 'search'].includes(String(type)) && !inputMode && spellcheck !== false ? 'auto' : undefined;

type TextFieldProps = Common &
  Valued & {
    /** Texts that the browser offers while the user types. */
    suggestions?: readonly string[];
  } & Omit<JSX.IntrinsicElements['input'], 'value' | 'label' | 'list'>;

/** Shows a text field. With `autoFocus`, the field gets the initial focus of its dialog or page. */
export function TextField({
  label,
  hint,
  error,
  isOptional,
  value,
  onValue,
  suggestions = [],
  ...rest
}: TextFieldProps) {
  const ref = useRef<HTMLInputElement>(null);
  const listId = useId();
  const isSuggested = suggestions.length > 0;
  useLayoutEffect(() => {
    if (rest.autoFocus) ref.current?.focus();
  }, []);
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(control) => (
        <>
          <input
            ref={ref}
            dir={directionOf(rest)}
            {...rest}
            {...control}
            list={isSuggested ? listId : undefined}
            value={value}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
          {isSuggested && (
            <datalist id={listId}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

type TextAreaProps = Common & Valued & Omit<JSX.IntrinsicElements['textarea'], 'value' | 'label'>;

export function TextArea({ label, hint, error, isOptional, value, onValue, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(control) => (
        <textarea
          dir={rest.spellcheck === false ? undefined : 'auto'}
          {...rest}
          {...control}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

export type Option = { value: string; label: string; isDisabled?: boolean };

type SelectProps = Common &
  Valued & { options: readonly Option[] } & Omit<JSX.IntrinsicElements['select'], 'value' | 'label'>;

export function Select({ label, hint, error, isOptional, value, onValue, options, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(control) => (
        <select {...rest} {...control} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type CheckProps = {
  label: string;
  hint?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  disabled?: boolean;
};

export function Check({ label, hint, isOn, onChange, disabled }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  );
}

/** Shows a read-only text with a copy button. */
export function ReadOnly({ label, value, hint }: { label: string; value: string; hint?: ComponentChildren }) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          value={value}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          spellcheck={false}
        />
      )}
    </Field>
  );
}
