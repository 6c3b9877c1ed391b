/** Tags or lists by their names; one that is not there yet is made when it is typed. */
import { useRef, useState } from 'preact/hooks';
import { TagBox } from '../../../../shared/ui/combobox.tsx';
import { addTerm, choicesOf, type TermKind, useTermSearch, useTerms } from '../../terms.ts';

type TermBoxProps = {
  kind: TermKind;
  label: string;
  /** Their ids. */
  values: string[];
  onChange: (values: string[]) => void;
  error: string | undefined;
};

export function TermBox({ kind, label, values, onChange, error }: TermBoxProps) {
  const terms = useTerms(kind);
  const [problem, setProblem] = useState<string>();
  /** Other fields may be typed into while one is made. */
  const latest = useRef({ values, onChange });
  latest.current = { values, onChange };
  const change = (chosen: string[]) => {
    setProblem(undefined);
    const name = chosen.find((one) => !values.includes(one) && !terms?.some(({ ID }) => String(ID) === one));
    if (name === undefined) return onChange(chosen);
    addTerm(kind, name).then(
      ({ ID }) => latest.current.onChange([...latest.current.values, String(ID)]),
      (fault: Error) => setProblem(fault.message),
    );
  };
  return (
    <TagBox
      label={label}
      values={values}
      known={choicesOf(terms)}
      isClosed={terms === undefined}
      onType={useTermSearch(kind)}
      onChange={change}
      error={problem ?? error}
    />
  );
}
