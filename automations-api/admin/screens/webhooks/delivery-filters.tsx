/** Which deliveries are shown: those of a status, of an event. */
import type { Query } from '../../../../shared/ui/address.ts';
import { text } from '../../text/text.ts';
import { allEvents, eventWords } from './names.ts';

const words = text.webhooks;
const statuses = ['', 'delivered', 'pending', 'dead'] as const;
const events = [...allEvents, ...Object.keys(words.otherEvents)];

type DeliveryFiltersProps = {
  status: string | undefined;
  event: string | undefined;
  onChange: (changes: Query) => void;
};

export const DeliveryFilters = ({ status = '', event = '', onChange }: DeliveryFiltersProps) => (
  <div class="bar delivery-filters">
    <fieldset class="choice">
      <legend class="sr">{words.filter}</legend>
      {statuses.map((one) => (
        <button key={one} type="button" aria-pressed={status === one} onClick={() => onChange({ status: one })}>
          {words.statuses[one || 'all']}
        </button>
      ))}
    </fieldset>
    <select
      aria-label={words.event}
      value={event}
      onChange={({ currentTarget }) => onChange({ event: currentTarget.value })}
    >
      <option value="">{words.anyEvent}</option>
      {events.map((one) => (
        <option key={one} value={one}>
          {eventWords(one)}
        </option>
      ))}
    </select>
  </div>
);
