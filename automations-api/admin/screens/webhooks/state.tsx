/** How a webhook is doing: a word, a colour and a drawing. */
import { Icon } from '../../../../shared/ui/icon.tsx';
import type { Webhook } from '../../core/types.ts';
import { stateOf } from './names.ts';

export function State({ webhook }: { webhook: Webhook }) {
  const { tone, icon, label, note } = stateOf(webhook);
  return (
    <span class={`tag ${tone}`} title={note}>
      <Icon name={icon} size={12} />
      {label}
    </span>
  );
}
