/** The dictionary of repeated texts in clicks: a word's id, created for a new word, and an id's word. */
// biome-ignore-all lint/plugin: storing clicks is written by hand.
import { valueIn } from '../../shared/elements.ts';
import type { Db } from '../core/tables.ts';

const remembered = 50_000;
const idsByDb = new WeakMap<object, Map<string, number>>();

function knownOf(db: Db): Map<string, number> {
  const known = idsByDb.get(db) ?? new Map<string, number>();
  idsByDb.set(db, known);
  return known;
}

/** Ids of words; the empty word's is 0. Runs outside the caller's transaction: a word may stay unused. */
export async function idsOfWords(db: Db, words: Set<string>): Promise<Map<string, number>> {
  const idsKnown = knownOf(db);
  const ids = new Map<string, number>([['', 0]]);
  const missing: string[] = [];
  for (const word of words) {
    const id = word === '' ? 0 : idsKnown.get(word);
    if (id === undefined) missing.push(word);
    else ids.set(word, id);
  }
  if (missing.length === 0) return ids;
  for (const [word, id] of await findIds(db, missing)) ids.set(word, id);
  const fresh = missing.filter((word) => !ids.has(word)).sort();
  if (fresh.length > 0) {
    await db
      .insertInto('click_words')
      .ignore()
      .values(fresh.map((word) => ({ word })))
      .execute();
    for (const [word, id] of await findIds(db, fresh)) ids.set(word, id);
  }
  if (idsKnown.size + missing.length > remembered) idsKnown.clear();
  for (const word of missing) idsKnown.set(word, valueIn(ids, word));
  return ids;
}

async function findIds(db: Db, words: string[]): Promise<[string, number][]> {
  const rows = await db.selectFrom('click_words').select(['id', 'word']).where('word', 'in', words).execute();
  return rows.map(({ id, word }) => [word, id]);
}

export async function wordsOfIds(db: Db, ids: Iterable<number>): Promise<Map<number, string>> {
  const asked = [...new Set(ids)].filter((id) => id > 0);
  if (asked.length === 0) return new Map();
  const rows = await db.selectFrom('click_words').select(['id', 'word']).where('id', 'in', asked).execute();
  return new Map(rows.map(({ id, word }) => [id, word]));
}

/** A word's id; `undefined` for one that no click ever had. */
export async function findWordId(db: Db, word: string): Promise<number | undefined> {
  return (await findIds(db, [word])).find(([known]) => known === word)?.[1];
}
