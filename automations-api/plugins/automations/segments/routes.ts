/** Routes for segments. */
import { type RestRoute, route } from '../../../host/core/route.ts';
import { readWindow, SearchArgs, success, successOne, successWindow } from '../../../host/envelope.ts';
import type { Context } from '../context/context.ts';
import { found } from '../core/errors.ts';
import { parseFilter } from '../finder/parse-filter.ts';
import { DeletedAnswer, SegmentAnswer, SegmentsAnswer } from './answers.ts';
import { SegmentCounts } from './counts.ts';
import { countSegments, findSegment, listSegments } from './queries.ts';
import { addSegment, changeSegment, removeSegment } from './save-segment.ts';
import { NewSegment, SegmentChange } from './schema.ts';
import { type SegmentCount, showSegment, versionOf } from './show.ts';

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

const listRoute = ({ db }: Context, counts: SegmentCounts) =>
  route({
    methods: ['GET'],
    path: '/segments',
    description: 'The segments, newest first, each with its number of contacts at counted_at.',
    args: SearchArgs,
    example: { search: 'customers' },
    answer: SegmentsAnswer,
    async callback({ params }) {
      const window = readWindow(params);
      const search = params.search?.trim();
      const [rows, total] = await Promise.all([listSegments(db, window, search), countSegments(db, search)]);
      const counted = await counts.countAll(rows);
      const segments = rows.map((row, index) => showSegment(row, counted[index] as SegmentCount));
      return successWindow({ segments }, window, total);
    },
  });

const getRoute = ({ db }: Context, counts: SegmentCounts) =>
  route({
    methods: ['GET'],
    path: '/segment/{segment_id}',
    description: 'A segment with its current number of contacts.',
    answer: SegmentAnswer,
    versioned: true,
    async callback({ path }) {
      const segment = found('segment', await findSegment(db, path.segment_id));
      return successOne({ segment: showSegment(segment, await counts.countStored(segment)) }, versionOf(segment));
    },
  });

const addRoute = (context: Context, counts: SegmentCounts) =>
  route({
    methods: ['POST'],
    path: '/segment/add',
    description: 'Creates a segment from a filter.',
    args: NewSegment,
    example: { name: 'Customers in Europe', filter: { tag: [1] } },
    answer: SegmentAnswer,
    versioned: true,
    async callback({ params, caller }) {
      const counted = await counts.count(await parseFilter(context.db, params.filter));
      const segment = await addSegment(context, caller, params.name, counted);
      return successOne({ segment: showSegment(segment, counted) }, versionOf(segment));
    },
  });

const updateRoute = (context: Context, counts: SegmentCounts) =>
  route({
    methods: ['POST'],
    path: '/segment/update/{segment_id}',
    description: 'Changes the given fields of a segment.',
    args: SegmentChange,
    example: { filter: { tag: [1], status: ['subscribed'] } },
    answer: SegmentAnswer,
    versioned: true,
    async callback({ params: { name, filter }, path, caller, headers }) {
      const given = filter === undefined ? undefined : await counts.count(await parseFilter(context.db, filter));
      const id = path.segment_id;
      const segment = await changeSegment(context, id, { name, filter: given }, { by: caller, headers });
      const counted = given ?? (await counts.countStored(segment));
      return successOne({ segment: showSegment(segment, counted) }, versionOf(segment));
    },
  });

const deleteRoute = (context: Context) =>
  route({
    methods: ['DELETE'],
    path: '/segment/{segment_id}',
    description: 'Deletes a segment that nothing uses.',
    answer: DeletedAnswer,
    versioned: true,
    async callback({ path, caller, headers }) {
      const { id, name } = await removeSegment(context, path.segment_id, { by: caller, headers });
      return success({ segment: { ID: id, name } });
    },
  });
