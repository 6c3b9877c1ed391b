/** Spanish strings for tags and lists. */
import { anyOf, plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

const deleteUsed = 'Se usa aquí, donde coincidirán menos contactos o se hará menos:';

export const terms: Text['terms'] = {
  name: 'Nombre',
  nameHint: 'Para añadir varias, escriba una por línea con Mayús+Intro.',
  contacts: 'Contactos',
  created: 'Creación',
  open: 'Mostrar contactos',
  select: 'Seleccionar la fila',
  renamed: (name) => `Ahora se llama ${name}`,
  renameTitle: (name) => `Cambiar el nombre de ${name}`,
  merge: 'Fusionar',
  keep: 'Conservar',
  withContacts: (name, contacts) =>
    `${name} (${plural(contacts, { one: '# contacto', many: '# de contactos', other: '# contactos' })})`,
  mergeRest: 'Los segmentos y las reglas que las usan pasan a usar la conservada. Esta acción no se puede deshacer.',
  tag: {
    title: 'Etiquetas',
    one: 'Etiqueta',
    search: 'Buscar etiquetas',
    add: 'Añadir etiqueta',
    added: (name) => `Se ha añadido la etiqueta ${name}`,
    addedMany: (added, existing) => {
      const news = plural(added, {
        one: 'Se ha añadido # etiqueta',
        many: 'Se han añadido # de etiquetas',
        other: 'Se han añadido # etiquetas',
      });
      return existing > 0 ? `${news}; ${plural(existing, { one: '# ya existía', other: '# ya existían' })}` : news;
    },
    none: 'Aún no hay etiquetas',
    noneNote: 'Las etiquetas describen a los contactos: clientes, invitados a un evento, pruebas solicitadas.',
    noneFound: 'Ninguna etiqueta coincide',
    mergeTitle: (n) =>
      plural(n, { one: 'Fusionar # etiqueta', many: 'Fusionar # de etiquetas', other: 'Fusionar # etiquetas' }),
    mergeNote: (kept, merged, contacts) => {
      const names = anyOf(merged);
      const moved =
        contacts === undefined
          ? `Todos los contactos con ${names} reciben ${kept} en su lugar.`
          : plural(contacts, {
              one: `# contacto con ${names} recibe ${kept} en su lugar.`,
              many: `# de contactos con ${names} reciben ${kept} en su lugar.`,
              other: `# contactos con ${names} reciben ${kept} en su lugar.`,
            });
      return `${moved} ${merged.length === 1 ? 'Esa etiqueta se elimina.' : 'Esas etiquetas se eliminan.'}`;
    },
    merged: (n, kept) =>
      plural(n, {
        one: `Se ha fusionado # etiqueta en ${kept}`,
        many: `Se han fusionado # de etiquetas en ${kept}`,
        other: `Se han fusionado # etiquetas en ${kept}`,
      }),
    deleteTitle: (name) => `¿Eliminar la etiqueta ${name}?`,
    deleteMany: (n) =>
      plural(n, { one: '¿Eliminar # etiqueta?', many: '¿Eliminar # de etiquetas?', other: '¿Eliminar # etiquetas?' }),
    deleteNote: (contacts, tags) => {
      const object = tags === 1 ? 'la' : 'las';
      const lost =
        contacts === 0
          ? `Ningún contacto ${object} tiene.`
          : plural(contacts, {
              one: `# contacto ${object} pierde.`,
              many: `# de contactos ${object} pierden.`,
              other: `# contactos ${object} pierden.`,
            });
      return `${lost} Esta acción no se puede deshacer.`;
    },
    deleteUsed,
    deleted: (name) => `Se ha eliminado la etiqueta ${name}`,
    deletedMany: (n) =>
      plural(n, {
        one: 'Se ha eliminado # etiqueta',
        many: 'Se han eliminado # de etiquetas',
        other: 'Se han eliminado # etiquetas',
      }),
  },
  list: {
    title: 'Listas',
    one: 'Lista',
    search: 'Buscar listas',
    add: 'Añadir lista',
    added: (name) => `Se ha añadido la lista ${name}`,
    addedMany: (added, existing) => {
      const news = plural(added, {
        one: 'Se ha añadido # lista',
        many: 'Se han añadido # de listas',
        other: 'Se han añadido # listas',
      });
      return existing > 0 ? `${news}; ${plural(existing, { one: '# ya existía', other: '# ya existían' })}` : news;
    },
    none: 'Aún no hay listas',
    noneNote: 'Una lista es algo que los contactos pidieron recibir, como un boletín.',
    noneFound: 'Ninguna lista coincide',
    mergeTitle: (n) => plural(n, { one: 'Fusionar # lista', many: 'Fusionar # de listas', other: 'Fusionar # listas' }),
    mergeNote: (kept, merged, contacts) => {
      const names = anyOf(merged);
      const moved =
        contacts === undefined
          ? `Todos los contactos de ${names} pasan a ${kept}.`
          : plural(contacts, {
              one: `# contacto de ${names} pasa a ${kept}.`,
              many: `# de contactos de ${names} pasan a ${kept}.`,
              other: `# contactos de ${names} pasan a ${kept}.`,
            });
      return `${moved} ${merged.length === 1 ? 'Esa lista se elimina.' : 'Esas listas se eliminan.'}`;
    },
    merged: (n, kept) =>
      plural(n, {
        one: `Se ha fusionado # lista en ${kept}`,
        many: `Se han fusionado # de listas en ${kept}`,
        other: `Se han fusionado # listas en ${kept}`,
      }),
    deleteTitle: (name) => `¿Eliminar la lista ${name}?`,
    deleteMany: (n) =>
      plural(n, { one: '¿Eliminar # lista?', many: '¿Eliminar # de listas?', other: '¿Eliminar # listas?' }),
    deleteNote: (contacts, lists) => {
      const object = lists === 1 ? 'ella' : 'ellas';
      const lost =
        contacts === 0
          ? `Ningún contacto está en ${object}.`
          : plural(contacts, {
              one: `# contacto se quita de ${object}.`,
              many: `# de contactos se quitan de ${object}.`,
              other: `# contactos se quitan de ${object}.`,
            });
      return `${lost} Esta acción no se puede deshacer.`;
    },
    deleteUsed,
    deletePublic: 'También desaparece de la página de preferencias de correo.',
    deleted: (name) => `Se ha eliminado la lista ${name}`,
    deletedMany: (n) =>
      plural(n, {
        one: 'Se ha eliminado # lista',
        many: 'Se han eliminado # de listas',
        other: 'Se han eliminado # listas',
      }),
  },
};
