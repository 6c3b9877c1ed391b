/** Takes tags or lists by their names, and makes those that are new. */
import { useRef, useState } from 'preact/hooks';
import { TagBox } from '../../../shared/ui/combobox.tsx';
import { may } from './session.ts';
import { addTerm, nameOfTerm, type TermKind, useTermSearch, useTerms } from './terms.ts';

type TermBoxProps = {
  kind: TermKind;
  label: string;
  /** Their ids. */
  values: readonly string[];
  onChange: (values: string[]) => void;
  hint?: string;
  error?: string | undefined;
  /** Only those there are. */
  isClosed?: boolean;
};

/** A tag may be called as another's id is written. */
const mark = '\u0000';
const marked = (id: string) => mark + id;
const idOf = (value: string) => value.slice(mark.length);

export function TermBox({ kind, values, onChange, isClosed, error, ...field }: TermBoxProps) {
  const terms = useTerms(kind);
  const [problem, setProblem] = useState<string>();
  /** Others may be chosen while one is made. */
  const latest = useRef({ values, onChange });
  latest.current = { values, onChange };
  // Also those that are gone, or too many to be known, have a name here.
  const others = values.filter((id) => !terms?.some(({ ID }) => String(ID) === id));
  const known = [
    ...(terms ?? []).map(({ ID, name }) => ({ value: marked(String(ID)), label: name })),
    ...others.map((id) => ({ value: marked(id), label: nameOfTerm(terms, id) })),
  ];
  const change = async (chosen: string[]) => {
    setProblem(undefined);
    const there = chosen.filter((value) => value.startsWith(mark)).map(idOf);
    if (there.join() !== values.join()) onChange(there);
    try {
      for (const name of chosen.filter((value) => !value.startsWith(mark))) {
        const { ID } = await addTerm(kind, name);
        latest.current.onChange([...latest.current.values, String(ID)]);
      }
    } catch (fault) {
      setProblem((fault as Error).message);
    }
  };
  return (
    <TagBox
      {...field}
      values={values.map(marked)}
      known={known}
      isClosed={isClosed || terms === undefined || !may('editor')}
      onType={useTermSearch(kind)}
      onChange={(chosen) => void change(chosen)}
      error={problem ?? error}
    />
  );
}
