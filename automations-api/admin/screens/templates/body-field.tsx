/** The body of a template: a text area with buttons for formatting and merge fields. */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import type { IconName } from '../../../../shared/ui/icon.tsx';
import { text } from '../../text/later.ts';
import { applyTool, type Tool, tools } from './insert.ts';
import { MergeFieldButton } from './merge-field.tsx';
import type { TemplateDraft } from './template-form.ts';

const words = text.templates;

const icons: Record<Tool, IconName> = {
  bold: 'bold',
  italic: 'italic',
  heading: 'text',
  list: 'list',
  link: 'link',
  button: 'button',
};
/** Keys that, with Ctrl or Cmd, act as a tool. */
const keys: Partial<Record<string, Tool>> = { b: 'bold', i: 'italic', k: 'link' };

type BodyFieldProps = {
  format: TemplateDraft['format'];
  value: string;
  error: string | undefined;
  maxLength: number;
  onValue: (value: string) => void;
};

export function BodyField({ format, value, error, maxLength, onValue }: BodyFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const apply = (tool: Tool) => area.current && applyTool(area.current, format, tool, words.samples);
  const onKeyDown = (event: JSX.TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    const tool = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && keys[event.key.toLowerCase()];
    if (!tool) return;
    event.preventDefault();
    apply(tool);
  };
  return (
    <Field label={words.labels.body} hint={words.bodyHints[format]} error={error}>
      {(control) => (
        <>
          <fieldset class="template-tools" aria-label={words.toolbar}>
            {tools.map((tool) => (
              <Button key={tool} kind="bare" icon={icons[tool]} label={words.tools[tool]} onClick={() => apply(tool)} />
            ))}
            <MergeFieldButton into={area} place={words.labels.body} isNamed />
          </fieldset>
          <textarea
            ref={area}
            {...control}
            dir="auto"
            rows={18}
            class={format === 'html' ? 'code' : undefined}
            spellcheck={format === 'markdown'}
            maxLength={maxLength}
            value={value}
            onInput={(event) => onValue(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </>
      )}
    </Field>
  );
}
