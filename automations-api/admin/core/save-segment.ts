/** Changes to a segment's name or filter, which other users may have changed in the meantime. */
import { type FieldWords, saveChanged } from '../../../shared/ui/save-changed.ts';
import { api } from './api.ts';
import type { Segment } from './types.ts';

type Part = Partial<Pick<Segment, 'name' | 'filter'>>;
type Answer = { segment: Segment };

/** Saves a segment. Finds other users' changes only in the fields of `base` and `mine`. */
export async function saveSegment<P extends Part>(
  base: P,
  mine: P,
  id: number,
  words: FieldWords<P>,
): Promise<Segment> {
  const names = Object.keys(base) as (keyof Part)[];
  const { segment } = await saveChanged({
    base,
    mine,
    valuesOf: (answer: Answer) => Object.fromEntries(names.map((name) => [name, answer.segment[name]])) as P,
    read: () => api.get<Answer>(`/segment/${id}`),
    write: (values, _, headers) => api.post<Answer>(`/segment/update/${id}`, values, { headers }),
    words,
  });
  return segment;
}
