/** The dialog that confirms deactivating a plugin, and explains what stops and what is kept. */
import { Confirm } from '../../../../../shared/ui/dialog.tsx';
import { site } from '../../../core/api.ts';
import type { SitePlugin } from '../../../core/types.ts';
import { text } from '../../../text/later.ts';

const words = text.plugins;
/** The plugin that most of this application depends on. To deactivate it, the user must type its name. */
const contactAutomation = 'automations';

type DeactivateProps = { plugin: SitePlugin; onClose: () => void; onDone: () => void };

export function Deactivate({ plugin: { name, tables }, onClose, onDone }: DeactivateProps) {
  const isAll = name === contactAutomation;
  return (
    <Confirm
      title={words.deactivateTitle(name)}
      action={words.deactivate}
      word={isAll ? name : undefined}
      onClose={onClose}
      onConfirm={async () => {
        await site.post('/plugin/deactivate', { name });
        onDone();
      }}
    >
      <div class="stack">
        {isAll && <p class="notice warn">{words.automationsStops}</p>}
        <p>{words.stops}</p>
        {tables.length > 0 && (
          <details class="small">
            <summary>{words.keeps(tables.length)}</summary>
            <p class="soft wrap">{tables.join(', ')}</p>
          </details>
        )}
      </div>
    </Confirm>
  );
}
