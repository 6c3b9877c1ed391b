/** Whether there is as little room as on a phone, as the styles see it. */
import { signal } from '@preact/signals';

const narrow = matchMedia('(max-width: 760px)');

export const isPhone = signal(narrow.matches);
narrow.addEventListener('change', () => {
  isPhone.value = narrow.matches;
});
