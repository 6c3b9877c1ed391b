/** Answer schemas shared by several routes. */
import Type from 'typebox';
import { nullable } from '../../../../shared/openapi/nullable.ts';
import { id, named, text } from '../../../host/shapes.ts';

export const By = named(
  'By',
  {
    type: text('Such as api_key, user, rule, contact or system.', 'api_key'),
    id: id(),
    name: text('Its name.', 'Website'),
  },
  'The caller behind a change.',
);

export const Ref = named('Ref', { ID: id(), name: text('The name.', 'Welcome') });

export const cursor = (description: string) =>
  nullable(Type.String({ description, examples: ['WyJjb250YWN0cyIsNDJd'] }));
export const nextCursor = cursor('Pass back as cursor for the next page; null on the last one.');
