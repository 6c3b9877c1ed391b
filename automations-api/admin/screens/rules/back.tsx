/** The way back to the list of rules. */
import { Icon } from '../../../../shared/ui/icon.tsx';
import { pathTo } from '../../routes.ts';
import { text } from '../../text/text.ts';

export const BackToRules = () => (
  <a class="text back" href={pathTo('rules')}>
    <Icon name="left" size={14} />
    {text.rules.title}
  </a>
);
