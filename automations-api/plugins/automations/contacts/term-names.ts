/** Parsing of tag and list names in a request or an export. Pure. */
import { readJson } from '../../../../shared/http/body.ts';
import { isNumbered } from '../../../host/core/id-list.ts';
import { unprocessable } from '../core/errors.ts';
import { nameOf } from '../core/text.ts';

const mostNames = 500;
const longestName = 200;

/**
 * Reads a list, a single name, or a list as JSON text (in CSV exports). Skips blank names.
 * @throws unprocessable_entity
 */
export function readTermNames(parameter: string, given: unknown): string[] {
  const value = typeof given === 'string' && given.trimStart().startsWith('[') ? (readJson(given) ?? given) : given;
  const list = Array.isArray(value) ? value : isNumbered(value) ? Object.values(value) : [value];
  const isName = (name: unknown): name is string => typeof name === 'string' && name.length <= longestName;
  if (list.length > mostNames || !list.every(isName)) {
    throw unprocessable(`${parameter} must be at most ${mostNames} names of up to ${longestName} characters`);
  }
  return list.map(nameOf).filter(Boolean);
}
