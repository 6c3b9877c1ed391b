/** The fields of a check in the responses of both services. */
import Type from 'typebox';
import { groups, states } from './core/finding.ts';

export const checkFields = {
  group: Type.Enum([...groups], { examples: ['Machine'] }),
  name: Type.String({ description: 'Subject of the check.', examples: ['disk'] }),
  state: Type.Enum([...states], {
    description: '`unknown`: the check could not run.',
    examples: ['warning'],
  }),
  found: Type.String({
    description: 'The finding.',
    examples: ['1.2 GB of 40.0 GB are free for LOCAL_DIR in /var/lib/waypost'],
  }),
  todo: Type.String({
    description: 'What to do; empty if all is well.',
    examples: ['free space on the disk of /var/lib/waypost: `du -xh -d 2 /var/lib/waypost`'],
  }),
};

export const overallState = Type.Enum(['ok', 'warning', 'failed'], {
  description: 'The worst level.',
  examples: ['warning'],
});
