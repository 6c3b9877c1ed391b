/** Parameters of segments. */
import Type from 'typebox';
import { longestLabel } from '../../../../shared/limits-of-fields.ts';

const name = Type.String({ maxLength: longestLabel, description: 'The name, unique without regard to case.' });
export const filterObject = Type.Object(
  {},
  { additionalProperties: true, description: 'An object of the filter parameters of GET /contacts.' },
);

export const NewSegment = Type.Object({ name, filter: filterObject });
export const SegmentChange = Type.Object({ name: Type.Optional(name), filter: Type.Optional(filterObject) });
