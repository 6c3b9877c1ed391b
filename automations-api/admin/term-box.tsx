/** Takes tags or lists by their names, and makes those that are new. */
import { TagBox } from '../../shared/ui/combobox.tsx';
import { toast } from '../../shared/ui/toast.tsx';
import { may } from './session.ts';
import { addTerm, nameOfTerm, type TermKind, useTermSearch, useTerms } from './terms.ts';

type TermBoxProps = {
  kind: TermKind;
  label: string;
  ids: readonly string[];
  onChange: (ids: string[]) => void;
  hint?: string;
  error?: string;
  /** Only those there are. */
  isClosed?: boolean;
};

/** A tag may be called as another's id is written. */
const mark = '\u0000';
const marked = (id: string) => mark + id;

export function TermBox({ kind, ids, onChange, isClosed, ...field }: TermBoxProps) {
  const terms = useTerms(kind) ?? [];
  // Also those that are gone, or too many to be known, have a name here.
  const others = ids.filter((id) => !terms.some(({ ID }) => String(ID) === id));
  const known = [
    ...terms.map(({ ID, name }) => ({ value: marked(String(ID)), label: name })),
    ...others.map((id) => ({ value: marked(id), label: nameOfTerm(terms, id) })),
  ];
  const idOf = async (value: string) =>
    value.startsWith(mark) ? value.slice(mark.length) : String((await addTerm(kind, value)).ID);
  return (
    <TagBox
      {...field}
      values={ids.map(marked)}
      known={known}
      isClosed={isClosed || !may('editor')}
      onType={useTermSearch(kind)}
      onChange={(values) =>
        void Promise.all(values.map(idOf)).then(
          (now) => onChange([...new Set(now)]),
          (error: Error) => toast(error.message),
        )
      }
    />
  );
}
