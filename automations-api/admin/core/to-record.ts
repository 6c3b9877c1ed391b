/** Records for shared screens from REST answers: camelCase names, ids as text, times as ISO 8601. */
import { isoOf } from './times.tsx';

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
export type RecordOf<Answer> = {
  [name in keyof Answer & string as name extends 'ID' ? 'id' : Camel<name>]: name extends 'ID' ? string : Answer[name];
};

const isTime = /_(at|until|since)$/;

export const toRecord = <Answer extends object>(answer: Answer) =>
  Object.fromEntries(
    Object.entries(answer).map(([name, value]) =>
      name === 'ID'
        ? ['id', String(value)]
        : [
            name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
            value !== null && isTime.test(name) ? isoOf(String(value)) : value,
          ],
    ),
  ) as RecordOf<Answer>;
