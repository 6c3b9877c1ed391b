/** Each kind of contact condition for the contacts bench, with the same condition in plain SQL, and the values it needs. */

/** One condition: the API's query, and the conditions on the LIKE table. */
export type Question = { query: string; like: string };

const fields = { plan: 1, seats: 2, born: 3, company: 4, interests: 5 } as const;
const plans = ['Free', 'Pro', 'Team'];
const interests = ['Art', 'Books', 'Cars', 'Dogs'];

/** Loads two values per contact: one of two fields, and one of three others. */
export async function loadValues(
  run: (statement: string) => Promise<unknown>,
  chance: (salt: string) => string,
): Promise<void> {
  const options = (texts: string[]) => `'${JSON.stringify(texts)}'`;
  const rows = [
    [fields.plan, 'plan', 4, options(plans)],
    [fields.seats, 'seats', 2, 'NULL'],
    [fields.born, 'born', 7, 'NULL'],
    [fields.company, 'company', 1, 'NULL'],
    [fields.interests, 'interests', 6, options(interests)],
  ].map(([id, name, type, choices]) => `(${id}, '${name}', '${name}', '${name}', ${type}, ${choices}, NOW())`);
  await run(
    `INSERT INTO wp_automations_fields (id, name, name_key, slug, type, options, created_at) VALUES ${rows.join()}`,
  );
  const into = 'INSERT INTO wp_automations_field_values (contact_id, field_id, text_value, number_value, date_value)';
  await run(
    `${into} SELECT c.id, IF(c.id % 2, ${fields.plan}, ${fields.seats}),
       IF(c.id % 2, ELT(1 + FLOOR(${chance('x')} * 3), 'Free', 'Pro', 'Team'), NULL),
       IF(c.id % 2, NULL, FLOOR(${chance('y')} * 1000)), NULL FROM wp_automations_contacts c`,
  );
  await run(
    `${into} SELECT c.id, ELT(1 + c.id % 3, ${fields.born}, ${fields.company}, ${fields.interests}),
       ELT(1 + c.id % 3, NULL, CONCAT('Company ', FLOOR(${chance('z')} * 50000), ' GmbH'),
         ELT(1 + FLOOR(${chance('w')} * 3), '["Art","Books"]', '["Books"]', '["Cars","Dogs"]')), NULL,
       IF(c.id % 3, NULL, DATE_ADD('1950-01-01', INTERVAL FLOOR(${chance('d')} * 20000) DAY))
     FROM wp_automations_contacts c`,
  );
}

type Chance = { below: (n: number) => number; tags: number; lists: number };

export function conditionKinds({ below, tags, lists }: Chance): Record<string, () => Question> {
  const oneOf = <T>(values: readonly T[]) => values[below(values.length)] as T;
  const inTags = (id: number) => `tags LIKE '%"${id}"%'`;
  const valued = (field: number, condition: string) =>
    `id IN (SELECT contact_id FROM wp_automations_field_values WHERE field_id = ${field} AND ${condition})`;
  const search = (part: string) => ({
    query: `search=${encodeURIComponent(part)}`,
    like: ['email', "CONCAT(f_name, ' ', l_name)", "REPLACE(REPLACE(contact_no, ' ', ''), '+', '')"]
      .map((text) => `${text} LIKE '%${part}%'`)
      .join(' OR '),
  });
  const status = () => ({ query: 'status=bounced,unsubscribed', like: 'status IN (2, 3)' });
  return {
    'search, rare': () => search(`first${below(5_000)} last${below(20_000)}`),
    'search, part of a number': () => search(String(10_000 + below(90_000))),
    'search, common': () => search(oneOf(['com', 'first1', 'last'])),
    'search, another script': () => search('юли'),
    country: () => {
      const code = oneOf(['DE', 'FR', 'NL']);
      return { query: `country=${code}`, like: `country = '${code}'` };
    },
    source: () => {
      const source = oneOf(['shop', 'import']);
      return { query: `source=${source}`, like: `source = '${source}'` };
    },
    'several statuses': status,
    tag_all: () => {
      const [a, b] = [1 + below(20), 21 + below(tags - 20)];
      return { query: `tag_all=${a},${b}`, like: `${inTags(a)} AND ${inTags(b)}` };
    },
    tag_not: () => {
      const [a, b] = [1 + below(tags), 1 + below(tags)];
      return { query: `tag_not=${a},${b}`, like: `(tags IS NULL OR NOT (${inTags(a)} OR ${inTags(b)}))` };
    },
    list_not: () => {
      const id = tags + 1 + below(lists);
      return { query: `list_not=${id}`, like: `(lists IS NULL OR lists NOT LIKE '%"${id}"%')` };
    },
    'field, one of its options': () => {
      const plan = oneOf(plans);
      return { query: `field[plan]=${plan}`, like: valued(fields.plan, `text_value = '${plan}'`) };
    },
    'field, chosen among others': () => {
      const one = oneOf(interests);
      return { query: `field[interests]=${one}`, like: valued(fields.interests, `text_value LIKE '%"${one}"%'`) };
    },
    'field, part of a text': () => {
      const part = oneOf(['gmbh', 'company 12', `ny ${below(50_000)} `]);
      return {
        query: `field[company][contains]=${encodeURIComponent(part)}`,
        like: valued(fields.company, `text_value LIKE '%${part}%'`),
      };
    },
    'field, from and to': () => {
      const first = below(900);
      const last = first + below(100);
      return {
        query: `field[seats][from]=${first}&field[seats][to]=${last}`,
        like: valued(fields.seats, `number_value BETWEEN ${first} AND ${last}`),
      };
    },
    'field, from a day on': () => {
      const year = 1950 + below(54);
      return { query: `field[born][from]=${year}-05-01`, like: valued(fields.born, `date_value >= '${year}-05-01'`) };
    },
    'field, empty': () => ({
      query: 'field[seats][empty]=1',
      like: `NOT (${valued(fields.seats, 'number_value IS NOT NULL')})`,
    }),
  };
}
