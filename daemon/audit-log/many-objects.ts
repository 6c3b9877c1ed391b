/** Entries about many objects. The objects' ids are in the entry's details. */
import { manyObjects } from '../../shared/limits-of-fields.ts';

/** Maximum number of objects in an entry. Their ids fit into the column of the details. */
export const mostObjects = 2_000;

export type Stored = { objectId: string; details: string | null };
export type Joined = { ids: string[]; facts: Record<string, unknown> };

type Facts = { ids?: string[]; fields?: string[]; count?: number };

const factsOf = ({ details }: Stored): Facts => JSON.parse(details ?? '{}');

/** Returns the objects of both entries, and their changed fields. */
export function joined(first: Stored, second: Stored): Joined {
  const [one, other] = [factsOf(first), factsOf(second)];
  const fields = [...new Set([...(one.fields ?? []), ...(other.fields ?? [])])];
  const ids = [...new Set([...(one.ids ?? [first.objectId]), ...(other.ids ?? [second.objectId])])];
  const { ids: _, count: _count, ...facts } = { ...one, ...(fields.length > 0 && { fields }) };
  return { ids, facts };
}

export const toColumns = ({ ids, facts }: Joined) => ({
  object_id: manyObjects,
  details: JSON.stringify({ ...facts, count: ids.length, ids }),
});
