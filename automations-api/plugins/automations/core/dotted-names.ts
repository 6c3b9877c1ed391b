/** Parameters that name events or acts: a noun and a verb each, as a list or joined by commas. */
import Type from 'typebox';

const name = '[a-z_-]{1,30}\\.[a-z_-]{1,29}';

export const dottedNames = (description: string) =>
  Type.Optional(Type.Array(Type.String({ pattern: `^(${name}(,${name}){0,49})?$` }), { maxItems: 50, description }));

/** An empty one names nothing. */
export const readDottedNames = (given: string[] = []): string[] => [
  ...new Set(given.flatMap((text) => text.split(',')).filter(Boolean)),
];
