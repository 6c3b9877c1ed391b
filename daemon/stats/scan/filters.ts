/** Filters by breakdown values: conversion of a query's values to the ids stored with clicks. */
import { invalid } from '../../api/errors.ts';
import { findWordId } from '../../clicks/click-dictionary.ts';
import { type Dimension, type DimensionName, dimensions } from '../../clicks/core/dimensions.ts';
import type { Db } from '../../core/tables.ts';
import { isOpen, other } from '../core/values.ts';

/** A filter that keeps clicks with one value. `dimension` is a place in `dimensions`, `id` the stored value. */
export type Filter = { dimension: number; id: number };

export type FilterQuery = { [dimension in DimensionName]?: string };

/** Returns undefined if no click can have a requested value. @throws `validation_failed` for an invalid value */
export async function toFilters(db: Db, query: FilterQuery): Promise<Filter[] | undefined> {
  const filters: Filter[] = [];
  for (const [place, dimension] of dimensions.entries()) {
    const value = query[dimension.name];
    if (value === undefined) continue;
    const id = await findId(db, dimension, value);
    if (id === undefined) return undefined;
    filters.push({ dimension: place, id });
  }
  return filters;
}

async function findId(db: Db, dimension: Dimension, value: string): Promise<number | undefined> {
  const field = dimension.name;
  if (isOpen(dimension) && value === other) throw invalid({ field, message: 'has several values; request only one' });
  if (dimension.kind === 'word') return value === dimension.none ? 0 : findWordId(db, dimension.toWord(value));
  const id = dimension.idOf(value);
  if (id === undefined) throw invalid({ field, message: `must be ${dimension.form}` });
  return id;
}
