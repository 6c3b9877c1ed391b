/** English strings for filters and their conditions. */
import { counted } from '../../../../shared/plural.ts';

export const filter = {
  title: 'Filters',
  add: 'Add condition',
  all: 'All contacts (no conditions)',
  clear: 'Clear all',
  show: (contacts: string) => `Show ${contacts}`,
  /** Label of the operator's menu. */
  howOf: (name: string) => `${name}: how`,
  kinds: {
    search: 'Search',
    email: 'Email',
    ids: 'Chosen contacts',
    status: 'Status',
    tag: 'Tag',
    list: 'List',
    segment: 'Segment',
    country: 'Country',
    state: 'State or province',
    source: 'Source',
    type: 'Type',
    points: 'Points',
    added: 'Added',
    changed: 'Changed',
    clicked_link: 'Clicked link',
    clicked_tag: 'Clicked link with tag',
    import: 'Import',
    event: 'Event',
    field: 'Field',
    criterion: 'Plugin condition',
    groups: 'Any of several groups',
  },
  hows: {
    any: 'one of',
    all: 'all of',
    none: 'none of',
    contains: 'contains',
    between: 'from – until',
    empty: 'has no value',
    filled: 'has a value',
  },
  hints: {
    search: 'Part of the email, name or phone number.',
    email: 'The complete email.',
    source: 'How contacts were added, such as public_api, or admin if added by hand.',
    added: 'Days in UTC.',
    changed: 'Days in UTC.',
    clicked_link: 'Short URLs.',
    clicked_tag: 'Tags that the link had when it was clicked.',
  } as { [kind: string]: string },
  types: { lead: 'Lead', customer: 'Customer' } as { [type: string]: string },
  event: {
    name: 'Which event',
    times: 'At least (times)',
    within: 'Within',
    always: 'any time, or 30 days',
    detail: 'Detail',
    operator: 'Compared',
    value: 'Value',
    details: 'Details as JSON',
    operators: { equal: 'is', over: 'is over', under: 'is under', contains: 'contains' },
    /** `times`: undefined if once is enough. */
    says: (name: string, times: string | undefined, within: string, details: string) =>
      [
        times === '0' ? `Never ${name}` : `Event ${name}`,
        times !== undefined && times !== '0' && `at least ${times} times`,
        within && `within ${within}`,
        details && `with ${details}`,
      ]
        .filter(Boolean)
        .join(' '),
  },
  groups: {
    title: 'At least one of these groups',
    one: (n: number) => `Group ${n}`,
    add: 'Add group',
    empty: 'No conditions yet. Empty groups are ignored.',
    says: (groups: string[]) => (groups.length === 1 ? groups.join() : groups.map((one) => `(${one})`).join(' or ')),
  },
  from: 'From',
  until: 'Until',
  /** Label of a condition's control. */
  control: (name: string, how: 'any' | 'all' | 'none' | 'contains') =>
    ({ any: name, all: `${name} (all of)`, none: `${name} (none of)`, contains: `${name} contains` })[how],
  unknownField: (id: string) => `Field ${id}`,
  says: {
    any: (name: string, values: string[]) => `${name}: ${values.join(' or ')}`,
    all: (name: string, values: string[]) => `${name}: ${values.join(' and ')}`,
    none: (name: string, values: string[]) => `${name}: not ${values.join(', not ')}`,
    contains: (name: string, [value]: string[]) => `${name} contains ${value}`,
    between: (name: string, [from, until]: string[]) =>
      [name, from && `from ${from}`, until && `until ${until}`].filter(Boolean).join(' '),
    empty: (name: string) => `${name} has no value`,
    filled: (name: string) => `${name} has a value`,
  },
  chosen: (n: number) => counted(n, 'contact'),
  everybody: 'All contacts',
};
