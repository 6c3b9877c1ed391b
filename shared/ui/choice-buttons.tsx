/** A choice between options: buttons side by side, with the chosen one pressed. */
type OneOfProps<T extends string> = {
  label: string;
  value: T;
  options: Record<T, string>;
  onChoose: (value: T) => void;
};

export function OneOf<T extends string>({ label, value, options, onChoose }: OneOfProps<T>) {
  return (
    <fieldset class="choice" aria-label={label}>
      {(Object.entries(options) as [T, string][]).map(([name, words]) => (
        <button key={name} type="button" aria-pressed={name === value} onClick={() => onChoose(name)}>
          {words}
        </button>
      ))}
    </fieldset>
  );
}
