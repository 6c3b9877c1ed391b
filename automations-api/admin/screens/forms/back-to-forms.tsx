/** The link back to the list of forms. */
import { BackLink } from '../../../../shared/ui/back-link.tsx';
import { pathTo } from '../../core/routes.ts';
import { text } from '../../text/text.ts';

export const BackToForms = () => <BackLink href={pathTo('forms')} title={text.forms.title} />;
