/** The routes of segments. */
import { type RestRoute, route } from '../../../host/route.ts';
import type { Context } from '../context.ts';
import { sqlDate } from '../dates.ts';
import { readWindow, success, successWindow } from '../envelope.ts';
import { notFound } from '../errors.ts';
import { parseFilter } from '../search/matching.ts';
import { type SegmentCount, SegmentCounts } from './counts.ts';
import { countSegments, findSegment, listSegments, type SegmentRow } from './queries.ts';
import { addSegment, changeSegment, removeSegment } from './save-segment.ts';
import { ListArgs, NewSegment, SegmentChange } from './schema.ts';

export function segmentRoutes(context: Context): RestRoute[] {
  const counts = new SegmentCounts(context);
  return [
    listRoute(context, counts),
    getRoute(context, counts),
    addRoute(context, counts),
    updateRoute(context, counts),
    deleteRoute(context),
  ];
}

const toSegment = ({ id, name, filter, created_at, updated_at }: SegmentRow, { count, at }: SegmentCount) => ({
  ID: id,
  name,
  filter: JSON.parse(filter) as unknown,
  count,
  counted_at: at && sqlDate(at),
  created_at: sqlDate(created_at),
  updated_at: updated_at && sqlDate(updated_at),
});

const listRoute = ({ db }: Context, counts: SegmentCounts) =>
  route({
    methods: ['GET'],
    path: '/segments',
    description: 'The segments, newest first, with how many contacts were in each at counted_at.',
    args: ListArgs,
    async callback({ params }) {
      const window = readWindow(params);
      const search = params.search?.trim();
      const [rows, total] = await Promise.all([listSegments(db, window, search), countSegments(db, search)]);
      const counted = await counts.countAll(rows);
      const segments = rows.map((row, index) => toSegment(row, counted[index] as SegmentCount));
      return successWindow({ segments }, window, total);
    },
  });

const getRoute = ({ db }: Context, counts: SegmentCounts) =>
  route({
    methods: ['GET'],
    path: '/segment/{segment_id}',
    description: 'A segment, with how many contacts are in it now.',
    async callback({ path }) {
      const segment = await findSegment(db, path.segment_id as number);
      if (!segment) throw notFound('segment');
      return success({ segment: toSegment(segment, await counts.countKept(segment)) });
    },
  });

const addRoute = (context: Context, counts: SegmentCounts) =>
  route({
    methods: ['POST'],
    path: '/segment/add',
    description: 'Gives a filter a name.',
    args: NewSegment,
    async callback({ params }) {
      const counted = await counts.count(await parseFilter(context.db, params.filter));
      return success({ segment: toSegment(await addSegment(context, params.name, counted), counted) });
    },
  });

const updateRoute = (context: Context, counts: SegmentCounts) =>
  route({
    methods: ['POST'],
    path: '/segment/update/{segment_id}',
    description: 'Changes a segment: what is given is written, the rest stays.',
    args: SegmentChange,
    async callback({ params: { name, filter }, path }) {
      const given = filter === undefined ? undefined : await counts.count(await parseFilter(context.db, filter));
      const segment = await changeSegment(context, path.segment_id as number, { name, filter: given });
      return success({ segment: toSegment(segment, given ?? (await counts.countKept(segment))) });
    },
  });

const deleteRoute = (context: Context) =>
  route({
    methods: ['DELETE'],
    path: '/segment/{segment_id}',
    description: 'Deletes a segment that nothing uses.',
    async callback({ path, caller }) {
      const { id, name } = await removeSegment(context, caller, path.segment_id as number);
      return success({ segment: { ID: id, name } });
    },
  });
