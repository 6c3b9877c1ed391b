/**
 * Criteria on clicked short links, and on the tags that the links had when clicked. Unconfirmed clicks do not count.
 */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import Type from 'typebox';
import { longestUrl } from '../../../../../shared/limits-of-fields.ts';
import type { Db } from '../../core/tables.ts';
import { clickedKinds, findLinkIds, listClickers } from '../../link-clicks/core/queries.ts';
import { amongIds, type Criterion, criterionKind } from './criterion.ts';

const texts = (maxLength: number, description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength }), { maxItems: 100, description }));
const given = (list: string[] = []) => [...new Set(list.map((text) => text.trim()).filter((text) => text !== ''))];

export const clickCriteria = criterionKind({
  name: 'clicks',
  label: 'Clicked links',
  args: {
    clicked_link: texts(longestUrl, 'Clicked one of these links, by short URL or id.'),
    clicked_tag: texts(160, 'Clicked a link that had one of these tags.'),
  },
  read({ clicked_link, clicked_tag }) {
    const [links, tags] = [given(clicked_link), given(clicked_tag)];
    if (links.length + tags.length === 0) return undefined;
    return async (db) => [
      ...(links.length > 0 ? [hasClicked(db, clickedKinds.link, await findLinkIds(db, links))] : []),
      ...(tags.length > 0 ? [hasClicked(db, clickedKinds.tag, tags)] : []),
    ];
  },
});

/**
 * Builds the criterion. An empty list becomes '', which matches nothing. The LIMIT prevents MySQL from using a join.
 */
const hasClicked = (db: Db, kind: number, names: string[]): Criterion => ({
  sql: sql`((SELECT 1 FROM ${sql.table('automations_clicked')} k FORCE INDEX (PRIMARY)
    WHERE k.kind = ${kind} AND k.name IN (${sql.join(names.length > 0 ? names : [''])}) AND k.contact_id = c.id
    LIMIT 1) IS NOT NULL)`,
  inIndex: amongIds(() => listClickers(db, kind, names)),
});
