/** Looks for rows among those that are there; what is looked for lives in the address. */
type FindBoxProps = { label: string; value: string; onFind: (text: string) => void };

export const FindBox = ({ label, value, onFind }: FindBoxProps) => (
  <input
    class="find"
    type="search"
    dir="auto"
    aria-label={label}
    placeholder={label}
    value={value}
    onInput={(event) => onFind(event.currentTarget.value)}
  />
);
