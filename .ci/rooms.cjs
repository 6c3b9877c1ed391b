/**
 * Reports what dependency-cruiser found, for `npm run lint`, and adds what its own look at folders leaves out: there a folder
 * holds its subfolders, so that an import between the two counts for nothing. Here each folder is a room of its own.
 */
const path = require('node:path');

/** @typedef {import('dependency-cruiser').ICruiseResult} CruiseResult */

/** The rooms that a room's files import. @param {CruiseResult} result @returns {Map<string, Set<string>>} */
function importsOfRooms({ modules }) {
  const rooms = new Map();
  for (const { source, dependencies } of modules) {
    const room = path.dirname(source);
    const imported = rooms.get(room) ?? new Set();
    for (const { resolved } of dependencies) imported.add(path.dirname(resolved));
    imported.delete(room);
    rooms.set(room, imported);
  }
  return rooms;
}

/** The shortest way along imports that leads from a room back to it. @param {Map<string, Set<string>>} rooms @param {string} room */
function circleFrom(rooms, room) {
  const ways = [[room]];
  const seen = new Set();
  for (const way of ways) {
    for (const next of rooms.get(way.at(-1)) ?? []) {
      if (next === room) return [...way, next];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}

/** Each circle once, as it leads from the first of its rooms. @param {Map<string, Set<string>>} rooms */
const circlesOf = (rooms) =>
  [...rooms.keys()].flatMap((room) => {
    const circle = circleFrom(rooms, room);
    return circle?.every((other) => room <= other) ? [circle] : [];
  });

/** @param {CruiseResult} result @returns {{ output: string, exitCode: number }} */
module.exports = (result) => {
  const { violations, totalCruised } = result.summary;
  const circles = circlesOf(importsOfRooms(result));
  const faults = [
    ...violations.map(({ rule, from, to, cycle = [] }) => {
      const way = cycle.length > 0 ? cycle.map(({ name }) => name) : [to];
      return `${rule.name}: ${[from, ...way].join(' → ')}`;
    }),
    ...circles.map((way) => `no-circles-of-rooms: ${way.join(' → ')}`),
  ];
  const end = `${faults.length} faults in who imports whom, of ${totalCruised} modules.`;
  return { output: `${[...faults, end].join('\n')}\n`, exitCode: faults.length };
};
