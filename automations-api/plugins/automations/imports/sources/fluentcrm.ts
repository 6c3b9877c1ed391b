/** FluentCRM's contacts from its tables; see its `database/migrations`. */
// biome-ignore-all lint/plugin: tables of other plugins have no types here.
import { sql } from 'kysely';
import { fromPhp } from './php-values.ts';
import { type Cells, dayOf, nameColumns, pagesOf, pick, type Source, type Tables } from './source.ts';

const columns = [
  ...['email', 'prefix', 'first_name', 'last_name', 'phone', 'status', 'contact_type', 'source', 'timezone'],
  ...['address_line_1', 'address_line_2', 'postal_code', 'city', 'state', 'country', 'date_of_birth', 'ip'],
  ...['total_points', 'life_time_value', 'created_at'],
];

type Field = { id: string; label: string };

export const fluentcrm: Source = {
  title: 'FluentCRM',
  needs: ['fc_subscribers', 'fc_subscriber_pivot', 'fc_subscriber_meta', 'fc_tags', 'fc_lists', 'fc_meta'],
  async *pages(tables) {
    const fields = nameColumns(await listFields(tables));
    for await (const contacts of pagesOf(tables, 'fc_subscribers')) {
      const ids = contacts.map(({ id }) => Number(id));
      const [tags, lists, values] = await Promise.all([
        termsOf(tables, 'fc_tags', 'Tag', ids),
        termsOf(tables, 'fc_lists', 'Lists', ids),
        valuesOf(tables, ids),
      ]);
      yield contacts.map((contact): Cells => {
        const id = Number(contact.id);
        const own = [...fields].map(([column, field]) => [column, values.get(`${id} ${field.id}`) ?? null]);
        return {
          ...pick(contact, columns),
          date_of_birth: dayOf(contact.date_of_birth),
          tags: tags.filter((tag) => tag.id === id).map(({ title }) => title),
          lists: lists.filter((list) => list.id === id).map(({ title }) => title),
          ...Object.fromEntries(own),
        };
      });
    }
  },
};

/** Lists the custom fields, which FluentCRM keeps in its settings. */
async function listFields({ db, table }: Tables): Promise<Field[]> {
  const { rows } = await sql<{ value: string | null }>`
    SELECT value FROM ${table('fc_meta')} WHERE object_type = 'option' AND \`key\` = 'contact_custom_fields' ORDER BY id LIMIT 1
  `.execute(db);
  const list = fromPhp(rows[0]?.value ?? '');
  return (Array.isArray(list) ? (list as Partial<Record<'slug' | 'label', unknown>>[]) : []).flatMap((field) =>
    typeof field?.slug === 'string' ? { id: field.slug, label: String(field.label ?? '').trim() } : [],
  );
}

/** Lists the contacts' tags or lists, without deleted ones. */
async function termsOf({ db, table }: Tables, of: string, kind: 'Tag' | 'Lists', ids: number[]) {
  const { rows } = await sql<{ id: number; title: string }>`
    SELECT p.subscriber_id AS id, t.title FROM ${table('fc_subscriber_pivot')} p
    JOIN ${table(of)} t ON t.id = p.object_id
    WHERE p.subscriber_id IN (${sql.join(ids)}) AND p.object_type = ${`FluentCrm\\App\\Models\\${kind}`} ORDER BY t.id
  `.execute(db);
  return rows;
}

/** Reads values by contact id and field slug. A value with several choices is a list that PHP serialized. */
async function valuesOf({ db, table }: Tables, ids: number[]): Promise<Map<string, unknown>> {
  const { rows } = await sql<{ id: number; slug: string; value: string | null }>`
    SELECT subscriber_id AS id, \`key\` AS slug, value FROM ${table('fc_subscriber_meta')}
    WHERE subscriber_id IN (${sql.join(ids)}) AND object_type = 'custom_field' ORDER BY id
  `.execute(db);
  return new Map(rows.map(({ id, slug, value }) => [`${id} ${slug}`, choicesOf(value)]));
}

function choicesOf(value: string | null): unknown {
  const read = value?.startsWith('a:') ? fromPhp(value) : undefined;
  return Array.isArray(read) ? read : value;
}
