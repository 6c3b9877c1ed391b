/** The content of a screen that only administrators can open. */
import { Empty } from '../../../shared/ui/states.tsx';
import { text } from '../text/text.ts';

export const AdministratorsOnly = () => (
  <section class="card">
    <Empty icon="lock" title={text.settings.administratorsOnly}>
      {text.settings.administratorsOnlyNote}
    </Empty>
  </section>
);
