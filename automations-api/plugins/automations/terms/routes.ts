/** Routes that create and rename tags and lists. The routes that list, merge and delete them are in other files. */
import Type from 'typebox';
import { duplicateKey, inTransaction } from '../../../../shared/db/db.ts';
import { longestLabel } from '../../../../shared/limits-of-fields.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { answerWith, success } from '../../../host/envelope.ts';
import type { Context } from '../context/context.ts';
import { sqlDate } from '../core/dates.ts';
import { fail, notFound } from '../core/errors.ts';
import { nameOf } from '../core/text.ts';
import { MadeTerm, Term } from './answers.ts';
import { findTermForUpdate, insertTerms, type TermKind, toTermRef, updateTermName } from './core/queries.ts';

const mostNames = 500;
const Name = Type.String({ maxLength: longestLabel });

export const termRoutes = (context: Context, kind: TermKind): RestRoute[] => [
  addRoute(context, kind),
  updateRoute(context, kind),
];

const addRoute = ({ db }: Context, { type, one, many }: TermKind) =>
  route({
    methods: ['POST'],
    path: `/${one}/add`,
    description: `Creates ${many}; existing names are skipped.`,
    args: Type.Object({ [many]: Type.Array(Name, { maxItems: mostNames, description: 'Names.' }) }),
    example: { [many]: ['Customer', 'Partner'] },
    answer: answerWith({ [many]: Type.Array(MadeTerm) }),
    async callback({ params }) {
      const names = (params[many] as string[]).map(nameOf).filter(Boolean);
      if (names.length === 0) throw fail('required_fields_missing', `Missing parameter(s): ${many}`);
      const now = new Date();
      const inserted = await inTransaction(db, (trx) => insertTerms(trx, type, names, now));
      if (inserted.length === 0) throw fail('already_exists', `These ${many} already exist.`);
      const created = { type: String(type), created_at: sqlDate(now), updated_at: null, data: null };
      return success({ [many]: inserted.map((term) => ({ ...toTermRef(term), ...created })) });
    },
  });

const updateRoute = ({ db }: Context, { type, one, many }: TermKind) =>
  route({
    methods: ['POST'],
    path: `/${one}/update/{${one}_id}`,
    description: `Renames a ${one}.`,
    args: Type.Object({ [one]: Type.String({ maxLength: longestLabel, description: 'The new name.' }) }),
    example: { [one]: 'Client' },
    answer: answerWith({ [many]: Term }),
    async callback({ params, path }) {
      const id = path[`${one}_id` as const];
      const name = nameOf(params[one] as string);
      const renamed = await inTransaction(db, async (trx) => {
        if (!(await findTermForUpdate(trx, type, id))) return false;
        await updateTermName(trx, id, name, new Date());
        return true;
      }).catch((error) => {
        if (duplicateKey(error) !== undefined) throw fail('already_exists', `A ${one} with this name already exists.`);
        throw error;
      });
      if (!renamed) throw notFound(one);
      return success({ [many]: toTermRef({ id, name }) });
    },
  });
