/** The field for the time at which links expire. Its hint warns while a past time is typed. */
import { TextField } from '../../../../shared/ui/field.tsx';
import { zoneOf } from '../../../../shared/ui/preferences.ts';
import { text } from '../../text/later.ts';
import { fields } from './fields.ts';
import { toUtc } from './zone-time.ts';

type Props = { value: string; onValue: (value: string) => void; error?: string; disabled?: boolean };

export function ExpiryField(props: Props) {
  const isPast = Date.parse(toUtc(props.value, zoneOf()) ?? '') <= Date.now();
  return (
    <TextField
      label={text.linkForm.fields.expiresAt}
      hint={isPast ? <span class="down">{text.linkForm.pastExpiry}</span> : undefined}
      {...fields.expiresAt.props}
      {...props}
    />
  );
}
