/** The box where users choose tags or lists by name, or create new ones. */
import { useRef, useState } from 'preact/hooks';
import { TagBox } from '../../../shared/ui/combobox.tsx';
import { sentenceOf } from '../../../shared/ui/field-problems.ts';
import { may } from './session.ts';
import { addTerm, nameOfTerm, type TermKind, useTermSearch, useTerms } from './terms.ts';

type TermBoxProps = {
  kind: TermKind;
  label: string;
  /** Ids of the chosen terms. */
  values: readonly string[];
  onChange: (values: string[]) => void;
  hint?: string;
  error?: string | undefined;
  /** True to offer only existing terms. */
  isClosed?: boolean;
};

/** The prefix of typed names, which distinguishes them from ids: a tag's name can equal another tag's id. */
const mark = '\u0000';
const marked = (id: string) => mark + id;
const idOf = (value: string) => value.slice(mark.length);

export function TermBox({ kind, values, onChange, isClosed, error, ...field }: TermBoxProps) {
  const terms = useTerms(kind);
  const [problem, setProblem] = useState<string>();
  /** The latest props, because other terms can be chosen while one is being created. */
  const latest = useRef({ values, onChange });
  latest.current = { values, onChange };
  // Includes terms that are deleted or not loaded.
  const others = values.filter((id) => !terms?.some(({ ID }) => String(ID) === id));
  const known = [
    ...(terms ?? []).map(({ ID, name }) => ({ value: marked(String(ID)), label: name })),
    ...others.map((id) => ({ value: marked(id), label: nameOfTerm(terms, id) })),
  ];
  const change = async (chosen: string[]) => {
    setProblem(undefined);
    const existing = chosen.filter((value) => value.startsWith(mark)).map(idOf);
    if (existing.join() !== values.join()) onChange(existing);
    try {
      for (const name of chosen.filter((value) => !value.startsWith(mark))) {
        const { ID } = await addTerm(kind, name);
        latest.current.onChange([...latest.current.values, String(ID)]);
      }
    } catch (fault) {
      setProblem(sentenceOf((fault as Error).message, field.label));
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
