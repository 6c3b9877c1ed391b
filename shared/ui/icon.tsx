/** Small decorative icons in the colour of the text beside them. */
const paths = {
  home: 'M3 12l9-8 9 8v8a1 1 0 0 1-1 1h-5v-6H9v6H4a1 1 0 0 1-1-1z',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  chart: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  tag: 'M3 12V4h8l10 10-8 8zM7.5 7.5h.01',
  list: 'M8 6h13M8 12h13M8 18h13M3 6h.01M3 12h.01M3 18h.01',
  grid: 'M3 3h8v8H3zM13 3h8v5h-8zM13 11h8v10h-8zM3 14h8v7H3z',
  contact: 'M16 17a4 4 0 0 0-8 0M12 11a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M4 3h16v18H4z',
  fields: 'M4 6h16v5H4zM4 14h10v5H4z',
  flow: 'M5 5h6v5H5zM13 14h6v5h-6zM8 10v6.500h5',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  people: 'M16 19a4 4 0 0 0-8 0M12 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M21 18a3 3 0 0 0-3-3M6 15a3 3 0 0 0-3 3',
  settings:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM19 12l2 1-2 4-2-1-2 1v3h-5v-3l-2-1-2 1-2-4 2-1v-1l-2-1 2-4 2 1 2-1V3h5v3l2 1 2-1 2 4-2 1z',
  shield: 'M12 3l8 3v6c0 4.5-3.2 7.6-8 9-4.800-1.400-8-4.500-8-9V6z',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  more: 'M5 12m-.7 0a.7.7 0 1 0 1.400 0 .7.7 0 1 0-1.400 0M12 12m-.7 0a.7.7 0 1 0 1.400 0 .7.7 0 1 0-1.400 0M19 12m-.7 0a.7.7 0 1 0 1.400 0 .7.7 0 1 0-1.400 0',
  down: 'M6 9.500l6 6 6-6',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  ascending: 'M12 19V5M6 11l6-6 6 6',
  descending: 'M12 5v14M6 13l6 6 6-6',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  upload: 'M12 16V4M7 9l5-5 5 5M4 20h16',
  form: 'M4 3h16v18H4zM8 8h8M8 12h8M8 16h4',
  inbox: 'M4 13l3-9h10l3 9v7H4zM4 13h5l1 3h4l1-3h5',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  archive: 'M4 8h16v12H4zM3 4h18v4H3zM10 12h4',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2v2h-2zM14 18h2v2h-2zM18 18h2v2h-2z',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8h.01',
  key: 'M14 10a4 4 0 1 0-4 4l1 1h2v2h2v2h3v-3l-5-5z',
  webhook: 'M12 6a3 3 0 1 1 2.600 4.500L12 15M6 18a3 3 0 1 1 3-3h6M18 15a3 3 0 1 1-2.600 4.500',
  card: 'M3 6h18v12H3zM3 10h18M7 15h3',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2',
  out: 'M14 4h6v6M20 4l-9 9M10 5H4v15h15v-6',
  leave: 'M10 4H4v16h6M9 12h11M16 8l4 4-4 4',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  columns: 'M4 5h16v14H4zM9.300 5v14M14.700 5v14',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  phone: 'M8 3h8v18H8zM11 18h2',
  mail: 'M3 6h18v13H3zM3 7l9 7 9-7',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM5 20a7 7 0 0 1 14 0',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  refresh: 'M20 11a8 8 0 1 0-2 6M20 5v6h-6',
  share:
    'M7 12a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0zM22 6a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0zM22 18a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0zM7 11l10-4M7 13l10 4',
  map: 'M9 4L3 6v14l6-2 6 2 6-2V4l-6 2zM9 4v14M15 6v14',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.7.3-1 .9-1 1.700M12 17h.01',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600L19 19M5 19l1.400-1.400M17.600 6.400L19 5',
  text: 'M5 6h14M12 6v13',
  number: 'M9 4L7 20M17 4l-2 16M4 9h16M4 15h16',
  radio: 'M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16zM12 11a1 1 0 1 0 0 2a1 1 0 0 0 0-2z',
  checkbox: 'M4 4h16v16H4zM8 12l3 3 5-6',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  pulse: 'M3 12h4l3-8 4 16 3-8h4',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  branch: 'M12 3v5M12 8l-6 5v8M12 8l6 5v8',
  bold: 'M7 5h6a3.500 3.500 0 0 1 0 7H7zM7 12h7a3.500 3.500 0 0 1 0 7H7z',
  italic: 'M10 5h7M7 19h7M14 5l-4 14',
  button: 'M4 8h16v8H4zM9 12h6',
  braces: 'M9 4c-3 0-2 3-2 5s-1 3-3 3c2 0 3 1 3 3s-1 5 2 5M15 4c3 0 2 3 2 5s1 3 3 3c-2 0-3 1-3 3s1 5-2 5',
  merge: 'M6 4v4l6 5v7M18 4v4l-6 5',
} as const;

export type IconName = keyof typeof paths;

export const isIcon = (name: string): name is IconName => Object.hasOwn(paths, name);

export function Icon({ name, size = 17 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}

export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M4 4h11l5 4-5 4H4zM6 14h2v7H6z" />
    </svg>
  );
}
