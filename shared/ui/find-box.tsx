/**
 * The search box of a list. Its text is in the URL. The placeholder is short enough to fit beside two buttons on a
 * phone.
 */
import { uiText } from './text.ts';

type FindBoxProps = { label: string; value: string; onFind: (text: string) => void };

export const FindBox = ({ label, value, onFind }: FindBoxProps) => (
  <input
    class="find"
    type="search"
    dir="auto"
    aria-label={label}
    placeholder={uiText.find.search}
    value={value}
    onInput={(event) => onFind(event.currentTarget.value)}
  />
);
