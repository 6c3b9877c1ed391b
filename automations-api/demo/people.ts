/** Contacts of the example site: people from the history of science, and email addresses without a name. */

import { numbers, picker, ranked } from '../../shared/demo/chance.ts';
import { elementOf } from '../../shared/elements.ts';
import type { ExampleContact } from './contact-queries.ts';

const dayMs = 86_400_000;
const days = 420;
const contacts = 600;

const people = [
  'Ada Lovelace, GB · Charles Babbage, GB · Mary Somerville, GB · Michael Faraday, GB · Rosalind Franklin, GB',
  'Dorothy Hodgkin, GB · Isaac Newton, GB · Alan Turing, GB · Caroline Herschel, DE · Emmy Noether, DE',
  'Carl Friedrich Gauß, DE · Bernhard Riemann, DE · David Hilbert, DE · Max Planck, DE · Albert Einstein, DE',
  'Maria Goeppert-Mayer, DE · Johannes Kepler, DE · Alexander von Humboldt, DE · Konrad Zuse, DE · Robert Koch, DE',
  'Marie Curie, PL · Nicolaus Copernicus, PL · Sophie Germain, FR · Émilie du Châtelet, FR · Pierre de Fermat, FR',
  'Blaise Pascal, FR · Louis Pasteur, FR · Henri Poincaré, FR · Antoine Lavoisier, FR · Irène Joliot-Curie, FR',
  'Galileo Galilei, IT · Maria Gaetana Agnesi, IT · Enrico Fermi, IT · Laura Bassi, IT · Alessandro Volta, IT',
  'Leonhard Euler, CH · Jakob Bernoulli, CH · Daniel Bernoulli, CH · Lise Meitner, AT · Erwin Schrödinger, AT',
  'Ludwig Boltzmann, AT · Gregor Mendel, AT · Kurt Gödel, AT · Christiaan Huygens, NL · Antoni van Leeuwenhoek, NL',
  'Edsger Dijkstra, NL · Niels Bohr, DK · Tycho Brahe, DK · Anders Celsius, SE · Carl von Linné, SE',
  'Sofja Kowalewskaja, SE · Niels Henrik Abel, NO · Rózsa Péter, HU · John von Neumann, HU · Dmitri Mendeleev, RU',
  'Grace Hopper, US · Katherine Johnson, US · Barbara McClintock, US · Benjamin Franklin, US · Claude Shannon, US',
  'Vera Rubin, US · Maria Mitchell, US · Richard Feynman, US · Srinivasa Ramanujan, IN · C. V. Raman, IN',
  'Homi Bhabha, IN · Chien-Shiung Wu, CN · Hideki Yukawa, JP · Ibn al-Haytham, IQ · Omar Khayyam, IR',
]
  .join(' · ')
  .split(' · ')
  .map((one) => {
    const [name = '', country = ''] = one.split(', ');
    const end = name.lastIndexOf(' ');
    return { f_name: name.slice(0, end), l_name: name.slice(end + 1), country };
  });

/** Returns the local part of an email address for a name: `ada.lovelace`. */
const localPartOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^a-z ]/g, '')
    .replaceAll(' ', '.');

const hosts = ['example.com', 'mail.example.net', 'shop.example.org'];
const boxes = ['reader', 'office', 'info', 'shop'];
const countries = ['DE', 'FR', 'GB', 'US', 'NL', 'JP', ''];

/** Creates contacts, oldest first. Their number grows day by day; named and unnamed contacts are mixed. */
export function exampleContacts(tags: number[], lists: number[], now: Date): ExampleContact[] {
  const random = numbers(19);
  const tag = ranked(random, tags.length);
  const list = ranked(random, lists.length);
  const status = picker(random, [
    [1, 70],
    [0, 14],
    [3, 8],
    [2, 5],
    [4, 2],
    [5, 1],
  ]);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const created = Array.from({ length: contacts }, (_, n) => {
    const person = people[n];
    const age = days * (1 - Math.sqrt(random()));
    const termIds = [
      ...(random() < 0.7 ? [elementOf(tags, tag())] : []),
      ...(random() < 0.3 ? [elementOf(tags, tag())] : []),
      ...(random() < 0.8 ? [elementOf(lists, list())] : []),
    ];
    return {
      email: person
        ? `${localPartOf(`${person.f_name} ${person.l_name}`)}@example.com`
        : `${pick(boxes)}${n}@${pick(hosts)}`,
      f_name: person?.f_name ?? '',
      l_name: person?.l_name ?? '',
      country: person?.country ?? pick(countries),
      contact_no: '',
      source: pick(['public_api', 'form', 'wc_order', 'import']),
      status: status(),
      creation_date: new Date(Math.floor((now.getTime() - (person ? age / 6 : age) * dayMs) / 1_000) * 1_000 - 60_000),
      termIds: [...new Set(termIds)],
    };
  });
  return created.sort((a, b) => a.creation_date.getTime() - b.creation_date.getTime());
}
