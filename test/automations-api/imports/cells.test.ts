/** Days, numbers, choices and emails in cells. They are read if their column makes them unambiguous. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { FieldRow } from '../../../automations-api/plugins/automations/fields/core/values.ts';
import { readDay } from '../../../automations-api/plugins/automations/imports/cells/days.ts';
import { FormSurvey, formsByTarget } from '../../../automations-api/plugins/automations/imports/cells/forms.ts';
import { readNumber } from '../../../automations-api/plugins/automations/imports/cells/numbers.ts';
import { readCell } from '../../../automations-api/plugins/automations/imports/cells/read-cell.ts';
import { TypeSurvey } from '../../../automations-api/plugins/automations/imports/cells/type-survey.ts';
import { readAddress } from '../../../automations-api/plugins/automations/imports/formats/core/addresses.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { recordsOf } from '../../fixtures/csv.ts';
import { t } from '../../runner/tap.ts';

const types = { text: 1, number: 2, select: 4, checkbox: 6, date: 7 };
const fieldOf = (type: keyof typeof types): FieldRow => ({
  ...{ id: 1, name: 'Field', name_key: 'field', slug: 'field', type: types[type], group_id: 0, placeholder: '' },
  ...{ options: '["Red","Green, dark"]', mode: 1, search: 1, view: 1, position: 0, created_at: new Date(0) },
});

const formOf = (cells: string[]) => {
  const survey = new FormSurvey();
  for (const cell of cells) survey.see({ columns: { c: cell } });
  return formsByTarget(survey.forms(), { c: 'field:c' }).get('field:c');
};
const read = (type: keyof typeof types, cells: string[]) => {
  const form = formOf(cells);
  return cells.map((cell) => readCell(fieldOf(type), cell, form));
};

/** Reads a fixture. Returns each row's cell and parsed value, by the row's name. */
function readFixture(name: string, column: string, type: keyof typeof types): Record<string, unknown> {
  const records = recordsOf(readFileSync(path.join(projectRoot, 'test/fixtures/moving/contacts', name), 'utf8'));
  const cells = read(
    type,
    records.map((record) => record[column] ?? ''),
  );
  return Object.fromEntries(records.map(({ email = '' }, row) => [email.split('@')[0], cells[row]?.value]));
}

t.test('only unambiguous dates are read, and an impossible day is not moved into the next month', async (t) => {
  const clear = {
    ...{ a2: '1980-12-31', a3: '1980-12-31', a4: '1980-12-31', a6: '1980-01-02', a8: '1980-02-03', a9: '1980-02-03' },
    ...{ a14: '0080-01-01', a17: '1980-02-03', a18: '1980-02-03', a19: '1980-02-03', a20: '1980-02-03' },
    ...{ a21: '1980-02-03', a23: '1980-02-03', a26: '1980-02-03' },
  };
  const dates = readFixture('dates.csv', 'dob', 'date');
  t.equal(Object.keys(dates).length, 28);
  t.strictSame(JSON.parse(JSON.stringify(dates)), clear);
  t.match(read('date', ['29221'])[0]?.faults, ['“29221” is left out of “Field”: it is not a clear date.']);
});

t.test("if day and month are ambiguous, the column's other cells decide their order", async (t) => {
  const cases: [cells: string[], wanted: string | undefined][] = [
    [['01/02/1980'], undefined],
    [['01/02/1980', '31/12/1980'], '1980-02-01'],
    [['01/02/1980', '31.12.1980'], '1980-02-01'],
    [['01/02/1980', '12/31/1980'], '1980-01-02'],
    [['01/02/1980', '12/31/1980', '31/12/1980'], undefined],
    [['02/02/1980'], '1980-02-02'],
    [['01.02.1980', '12/31/1980'], '1980-02-01'],
    [['01-02-1980'], '1980-02-01'],
    [['01-02-1980', '12-31-1980'], '1980-01-02'],
    [['01/02/1980', '31/02/1980', '13/13/2000'], '1980-02-01'],
    [['01/02/1980 23:59', '12/31/1980'], '1980-01-02'],
  ];
  for (const [cells, wanted] of cases) t.equal(read('date', cells)[0]?.value, wanted, cells.join(' '));
});

t.test('every day of the year is read in each format', async (t) => {
  const day = fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(day, (date) => {
      const iso = date.toISOString().slice(0, 10);
      const [year = '', month = '', of = ''] = iso.split('-');
      const name = date.toLocaleString('en', { month: 'long', timeZone: 'UTC' });
      const both = [`${of}/${month}/${year}`, `${of}-${month}-${year}`];
      const texts = [
        iso,
        `${iso}T23:59:59+14:00`,
        `${of}.${month}.${year}`,
        `${Number(of)} ${name.slice(0, 3)} ${year}`,
      ];
      for (const text of [...texts, `${name} ${Number(of)}, ${year}`]) t.equal(readDay(text, undefined), iso, text);
      for (const text of both) t.equal(readDay(text, 'day'), iso, text);
      t.equal(readDay(`${month}/${of}/${year}`, 'month'), iso);
    }),
    { numRuns: 50 },
  );
});

t.test('only unambiguous numbers are read', async (t) => {
  const numbers = readFixture('numbers.csv', 'amount', 'number');
  t.equal(Object.keys(numbers).length, 24);
  t.strictSame(JSON.parse(JSON.stringify(numbers)), {
    ...{ b0: '1.5', b1: '1234.5', b2: '1000000000000', b3: '1234', b6: '0', b12: '5' },
    ...{
      b14: '99999999999999999999999999999999',
      b15: '5',
      b17: '1.5',
      b20: '7',
      b21: '0.1',
      b22: '0.0000001',
      b23: '7',
    },
  });
  t.match(read('number', ['1e400'])[0]?.faults, ['“1e400” is left out of “Field”: it is not a clear number.']);
});

t.test("if a separator before three digits is ambiguous, the column's other cells decide its meaning", async (t) => {
  const cases: [cells: string[], wanted: string | undefined][] = [
    [['1.000'], '1'],
    [['1,234'], undefined],
    [['1.000', '1,5'], '1000'],
    [['1.234', '1.5'], '1.234'],
    [['1,234', '1.5'], '1234'],
    [['1,234', '0,125'], '1.234'],
    [['1.000', '1,5', '1.5'], undefined],
    [['1,234', '1,234,567'], '1234'],
    [['1.234.567'], '1234567'],
    [['-1.234.567,25'], '-1234567.25'],
    [["1'234.5"], '1234.5'],
    [['1\u00a0234,5'], '1234.5'],
    [['1.23.4'], undefined],
    [['31.12.1980'], undefined],
    [['1,5.5'], undefined],
  ];
  for (const [cells, wanted] of cases) t.equal(read('number', cells)[0]?.value, wanted, cells.join(' '));
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      t.equal(Number(readNumber(String(number), undefined)), number === 0 ? 0 : number);
    }),
    { numRuns: 50 },
  );
});

t.test('the type of a new field fits all cells of its column, and codes stay text', async (t) => {
  const cases: [cells: unknown[], wanted: string | undefined][] = [
    [['1980-12-31', '', '3 Feb 1980'], 'date'],
    [['01/02/1980', '31/12/1980'], 'date'],
    [['01/02/1980', '03/04/1980'], undefined],
    [['01/02/1980', '12/31/1980', '31/12/1980'], undefined],
    [['1980-12-31', 'unknown'], undefined],
    [['12', '-3.5', '0', '0.25'], 'number'],
    [['1.234,5', '1,5', '1.000'], 'number'],
    [['1,234', '1.234'], undefined],
    [[1, 2.5, null], 'number'],
    [['01234', '12345'], undefined],
    [['+49301234', '030 1234'], undefined],
    [['4111111111111111'], undefined],
    [['12', 'twelve'], undefined],
    [['One line', 'Two\nlines'], 'textarea'],
    [['x'.repeat(1_001)], 'textarea'],
    [[{ a: 1 }, ['1']], undefined],
    [['', null], undefined],
  ];
  for (const [cells, wanted] of cases) {
    const [types, forms] = [new TypeSurvey(), new FormSurvey()];
    for (const cell of cells) {
      types.see({ columns: { c: cell } });
      forms.see({ columns: { c: cell } });
    }
    t.equal(types.types((column) => forms.forms()[column]).c, wanted, JSON.stringify(cells));
  }
});

t.test("an unknown option is left out, and the cell's other options stay", async (t) => {
  t.strictSame(readCell(fieldOf('select'), 'red'), { value: 'red', faults: [] });
  t.match(readCell(fieldOf('select'), 'Blue'), {
    value: undefined,
    faults: [/^“Blue” is left out of “Field”: .* options/],
  });
  t.match(readCell(fieldOf('checkbox'), 'Red; Blue'), { value: ['Red'], faults: [/“Blue”/] });
  t.strictSame(readCell(fieldOf('checkbox'), 'Green, dark'), { value: 'Green, dark', faults: [] });
  t.strictSame(readCell(fieldOf('checkbox'), '["Red","Green, dark"]').faults, []);
  t.match(readCell(fieldOf('text'), 'x'.repeat(1_001)), { value: 'x'.repeat(1_000), faults: [/cut to 1000/] });
});

t.test('surrounding characters are removed from an email address in a cell', async (t) => {
  const cases: [cell: string, address: string, name?: string][] = [
    ['ada@x.example', 'ada@x.example'],
    [' Ada King <ada@x.example> ', 'ada@x.example', 'Ada King'],
    ['"King, Ada" <ada@x.example>', 'ada@x.example', 'King, Ada'],
    ['<ada@x.example>', 'ada@x.example'],
    ['mailto:ada@x.example', 'ada@x.example'],
    ['<MAILTO:ada%2Bnews@x.example?subject=Hi>', 'ada+news@x.example'],
    ['mailto:%zz@x.example', '%zz@x.example'],
    ['\u200bada@x\u00ad.example\ufeff', 'ada@x.example'],
    ['\u202aada@x.example\u202c\u00a0', 'ada@x.example'],
    ["'ada@x.example'", 'ada@x.example'],
    ["o'neil@x.example", "o'neil@x.example"],
    ['a@x.example b@x.example', 'a@x.example b@x.example'],
  ];
  for (const [cell, address, name = ''] of cases) t.strictSame(readAddress(cell), { address, name }, cell);
});
