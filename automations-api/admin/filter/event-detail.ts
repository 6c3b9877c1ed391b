/** The details of a custom event's condition: one detail as fields, or several as JSON. Pure. */
type OneDetail = { detail: string; operator: string; value: string };

const none = { detail: '', operator: 'equal', value: '', isOther: false };

/** Reads the details. `isOther`: there is more than one, or the JSON is incomplete. */
export function detailIn(json: string): OneDetail & { isOther: boolean } {
  if (json === '') return none;
  const [[detail, wanted] = ['', ''], ...more] = entriesIn(json);
  const [[operator, value] = ['', ''], ...others] = isObject(wanted) ? Object.entries(wanted) : [['equal', wanted]];
  const isOther = more.length + others.length > 0 || operator === '' || typeof value === 'object';
  return { detail, operator, value: String(value), isOther };
}

/** Formats one detail as JSON; '' if it is empty. */
export const detailsOf = ({ detail, operator, value }: OneDetail): string =>
  detail === '' && value === '' ? '' : JSON.stringify({ [detail]: { [operator]: value } });

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function entriesIn(json: string): [string, unknown][] {
  try {
    const read: unknown = JSON.parse(json);
    return isObject(read) ? Object.entries(read) : [];
  } catch {
    return [];
  }
}
