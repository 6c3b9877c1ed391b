/** Routes that show the uses of tags, lists, fields and segments. */
import { inGroup, type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import { readConsentSettings } from '../consent/settings.ts';
import type { Context } from '../context/context.ts';
import { notFound } from '../core/errors.ts';
import { countValues, findField } from '../fields/core/queries.ts';
import { type FilterArgs, partsOf } from '../finder/filter-args.ts';
import { type Definition, listFilters } from '../rules/definition.ts';
import { listRules } from '../rules/queries.ts';
import { waitUntilOf } from '../rules/steps/wait-until.ts';
import { listSteps } from '../rules/walk.ts';
import { findTerms } from './core/membership-queries.ts';
import { type TermKind, TermType } from './core/queries.ts';
import { definitionUses } from './in-definition.ts';
import { filterUses } from './in-filter.ts';
import { listAll, listReferences, listStoredFilters, toRef } from './list-references.ts';
import { countMembers } from './page-queries.ts';
import { type References, SegmentUsesAnswer, UsesAnswer } from './reference-answers.ts';

export const referenceRoutes = (context: Context, kinds: readonly TermKind[]): RestRoute[] => [
  ...inGroup(
    'Tags and lists',
    kinds.map((kind) => termRoute(context, kind)),
  ),
  ...inGroup('Fields', [fieldRoute(context)]),
  ...inGroup('Segments', [segmentsRoute(context)]),
];

const termRoute = (context: Context, { type, one }: TermKind) =>
  route({
    methods: ['GET'],
    path: `/${one}/{${one}_id}/uses`,
    description: `Number of contacts with a ${one}, and what uses it: rules, segments and objects of other plugins.`,
    answer: UsesAnswer,
    async callback({ path }) {
      const { db, options } = context;
      const id = path[`${one}_id` as const];
      const [term] = await findTerms(db, [id]);
      if (term?.type !== type) throw notFound(one);
      const contacts = (await countMembers(db, [id])).get(id) ?? 0;
      const users = await listReferences(
        context,
        { type: one, id },
        {
          filter: (filter) => filterUses(filter, type, id),
          definition: (definition) => definitionUses(definition, type, id),
        },
      );
      const { public_lists: publicLists } = await readConsentSettings(options);
      return success({
        uses: { contacts, ...users, ...(type === TermType.list && { public: publicLists.includes(id) }) },
      });
    },
  });

const fieldRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/field/{field_id}/uses',
    description:
      'Number of contacts with a value of a custom field, and what uses it: rules, segments and objects of other plugins.',
    answer: UsesAnswer,
    async callback({ path }) {
      const { db, contactIndex } = context;
      const field = await findField(db, path.field_id);
      if (!field) throw notFound('field');
      const contacts = (await contactIndex.fresh())?.values.sizeOf(field.id) ?? (await countValues(db, field.id));
      const users = await listReferences(
        context,
        { type: 'field', id: field.id, slug: field.slug },
        {
          filter: (filter) => filterUsesField(filter, field.id),
          definition: (definition) => definitionUsesField(definition, field.id),
        },
      );
      return success({ uses: { contacts, ...users } });
    },
  });

const segmentsRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/segments/uses',
    description: 'Rules and segments that use a segment, by its id.',
    answer: SegmentUsesAnswer,
    async callback() {
      const uses: Record<string, References> = {};
      const usersOf = (id: number) => {
        uses[id] ??= { rules: [], segments: [] };
        return uses[id];
      };
      for (const rule of await listAll((window) => listRules(db, window))) {
        const segments = new Set(listFilters(rule.definition).flatMap(({ segment }) => segment ?? []));
        for (const segment of segments) usersOf(segment).rules.push(toRef(rule));
      }
      for (const segment of await listStoredFilters(db)) {
        if (segment.filter.segment !== undefined) usersOf(segment.filter.segment).segments.push(toRef(segment));
      }
      return success({ uses });
    },
  });

const filterUsesField = (filter: FilterArgs, id: number): boolean =>
  partsOf(filter).some(({ field = {} }) => Object.hasOwn(field, id));

const definitionUsesField = (definition: Definition, id: number): boolean =>
  listFilters(definition).some((filter) => filterUsesField(filter, id)) ||
  listSteps(definition.steps).some(
    (step) => (step.field !== undefined && Object.hasOwn(step.field, id)) || waitUntilOf(step)?.field === id,
  );
