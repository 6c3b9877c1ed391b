/** The link back to the list of rules. */
import { BackLink } from '../../../../shared/ui/back-link.tsx';
import { pathTo } from '../../core/routes.ts';
import { text } from '../../text/text.ts';

export const BackToRules = () => <BackLink href={pathTo('rules')} title={text.rules.title} />;
