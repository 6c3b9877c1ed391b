/** Italian strings for custom fields and their groups. */
import { plural } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';

export const fields: Text['fields'] = {
  title: 'Campi',
  note: 'I campi personalizzati dei contatti, nell’ordine del modulo.',
  search: 'Cerca campi',
  add: 'Aggiungi campo',
  edit: 'Modifica',
  show: 'Mostra i contatti con un valore',
  editTitle: (name) => `Modifica ${name}`,
  added: (name) => `Campo ${name} aggiunto`,
  saved: (name) => `Campo ${name} salvato`,
  none: 'Ancora nessun campo',
  noneNote:
    'I campi personalizzati contengono i tuoi dati, per esempio una data di nascita, un numero cliente o una taglia.',
  noneFound: 'Nessun campo corrisponde',
  name: 'Nome',
  slug: 'Slug',
  slugHint: 'Le app lo usano per indicare il campo. Se lo cambi, le app che usano lo slug attuale non funzionano più.',
  type: 'Tipo',
  typeHint: 'Un nuovo tipo converte tutti i valori. Se uno non è adatto, non cambia nulla.',
  types: {
    1: 'Testo',
    2: 'Numero',
    3: 'Testo lungo',
    4: 'Menu a tendina',
    5: 'Pulsanti di opzione',
    6: 'Caselle di controllo',
    7: 'Data',
  },
  options: 'Opzioni',
  optionsHint: 'Una per riga.',
  optionsOrPlaceholder: 'Opzioni o segnaposto',
  placeholder: 'Segnaposto',
  group: 'Gruppo',
  contacts: 'Con un valore',
  order: 'Ordine',
  moveUp: (name) => `Sposta su ${name}`,
  moveDown: (name) => `Sposta giù ${name}`,
  isEditable: 'I valori possono essere modificati',
  isEditableHint: 'Altrimenti moduli, chiavi API e regole non possono modificarli.',
  isFixed: 'valori non modificabili',
  preview: 'Anteprima',
  unnamed: 'Nome del campo',
  deleteTitle: (name) => `Eliminare il campo ${name}?`,
  deleteNote: (values) =>
    values === 0
      ? 'Nessun contatto ha un valore. L’operazione è irreversibile.'
      : plural(values, {
          one: 'Il valore di # contatto viene eliminato. L’operazione è irreversibile.',
          other: 'I valori di # contatti vengono eliminati. L’operazione è irreversibile.',
        }),
  deleteUsed: 'Questi elementi lo usano e smetteranno di funzionare:',
  deleted: (name) => `Campo ${name} eliminato`,
  groups: {
    add: 'Aggiungi gruppo',
    name: 'Nome',
    hint: 'Un titolo che raggruppa campi nel modulo.',
    none: 'Nessun gruppo',
    empty: 'Questo gruppo non ha campi. Modifica un campo per aggiungerlo qui.',
    up: 'Sposta su',
    down: 'Sposta giù',
    deleteTitle: (name) => `Eliminare il gruppo ${name}?`,
    deleteNote: 'I suoi campi restano, senza gruppo.',
    deleted: (name) => `Gruppo ${name} eliminato`,
  },
};
