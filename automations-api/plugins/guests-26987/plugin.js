import { sql } from 'kysely';
export const plugin = {
  name: 'guests-26987',
  version: '1.0.0',
  tables: ['guests'],
  register({ db, addNamespace }) {
    const guests = sql.table('guests');
    addNamespace({
      name: 'guests/v1',
      routes: [
        {
          methods: ['GET'],
          path: '/guests',
          args: { type: 'object', properties: { most: { type: 'integer', minimum: 1 } } },
          async callback({ params }) {
            const { rows } = await sql`SELECT name FROM ${guests} LIMIT ${params.most ?? 10}`.execute(db);
            return { data: rows };
          },
        },
      ],
    });
  },
  commands({ program, command, run }) {
    command(program.command('guest'), 'add', 'note a guest')
      .argument('<name>')
      .action((name, flags) =>
        run(flags, async ({ db }) => {
          await sql`INSERT INTO ${sql.table('guests')} VALUES (${name})`.execute(db);
          return { name };
        }),
      );
  },
};
