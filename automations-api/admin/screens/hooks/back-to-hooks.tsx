/** The link back to the list of incoming webhooks. */
import { BackLink } from '../../../../shared/ui/back-link.tsx';
import { pathTo } from '../../core/routes.ts';
import { text } from '../../text/text.ts';

export const BackToHooks = () => <BackLink href={pathTo('hooks')} title={text.hooks.title} />;
