/** A signal that is true while the window is as narrow as on a phone. The limit is the same as in the styles. */
import { signal } from '@preact/signals';

const narrow = matchMedia('(max-width: 760px)');

export const isPhone = signal(narrow.matches);
narrow.addEventListener('change', () => {
  isPhone.value = narrow.matches;
});
