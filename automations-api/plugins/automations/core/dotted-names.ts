/** Parameters with names of events or actions, such as `tag.added`, as a list or separated by commas. */
import Type from 'typebox';

const name = '[a-z_-]{1,30}(\\.[a-z_-]{1,29})?';

export const dottedNames = (description: string) =>
  Type.Optional(Type.Array(Type.String({ pattern: `^(${name}(,${name}){0,49})?$` }), { maxItems: 50, description }));

/** Splits the names. Ignores empty ones. */
export const readDottedNames = (given: string[] = []): string[] => [
  ...new Set(given.flatMap((text) => text.split(',')).filter(Boolean)),
];
