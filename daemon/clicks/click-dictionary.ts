/** The dictionary of repeated texts in clicks. */
// biome-ignore-all lint/plugin: clicks are stored with handwritten SQL.
import { valueIn } from '../../shared/elements.ts';
import type { Db } from '../core/tables.ts';

const remembered = 50_000;
const idsByDb = new WeakMap<object, Map<string, number>>();

function knownOf(db: Db): Map<string, number> {
  const known = idsByDb.get(db) ?? new Map<string, number>();
  idsByDb.set(db, known);
  return known;
}

/**
 * Returns the ids of words, and inserts new words. The empty word has id 0. Runs outside the caller's transaction, so a
 * word can remain unused.
 */
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
  const unique = [...new Set(ids)].filter((id) => id > 0);
  if (unique.length === 0) return new Map();
  const rows = await db.selectFrom('click_words').select(['id', 'word']).where('id', 'in', unique).execute();
  return new Map(rows.map(({ id, word }) => [id, word]));
}

/** Finds a word's id. Returns undefined if no click ever had the word. */
export async function findWordId(db: Db, word: string): Promise<number | undefined> {
  return (await findIds(db, [word])).find(([known]) => known === word)?.[1];
}
