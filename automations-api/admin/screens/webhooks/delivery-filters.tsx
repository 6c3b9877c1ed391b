/** Which deliveries are shown: those of a status, of an event. */

import { OneOf } from '../../../../shared/ui/choice-buttons.tsx';
import type { Query } from '../../../../shared/ui/url-state.ts';
import { useKinds } from '../../core/kinds.ts';
import { text } from '../../text/text.ts';
import { useEventWords } from './names.ts';

const words = text.webhooks;
const { all, ...statuses } = words.statuses;
const shown: Record<string, string> = { '': all, ...statuses };

type DeliveryFiltersProps = {
  status: string | undefined;
  event: string | undefined;
  onChange: (changes: Query) => void;
};

export function DeliveryFilters({ status = '', event = '', onChange }: DeliveryFiltersProps) {
  const known = useKinds()?.events.map(({ name }) => name) ?? [];
  const events = new Set([...known, ...Object.keys(words.otherEvents), ...(event ? [event] : [])]);
  const eventWords = useEventWords();
  return (
    <div class="bar delivery-filters">
      <OneOf label={words.filter} value={status} options={shown} onChoose={(one) => onChange({ status: one })} />
      <select
        aria-label={words.event}
        value={event}
        onChange={({ currentTarget }) => onChange({ event: currentTarget.value })}
      >
        <option value="">{words.anyEvent}</option>
        {[...events].map((one) => (
          <option key={one} value={one}>
            {eventWords(one)}
          </option>
        ))}
      </select>
    </div>
  );
}
