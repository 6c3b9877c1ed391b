/** The texts of forms and their emails, in every language. */
import { withConfirmationTexts } from '../../../../shared/pages/confirmation-texts.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { tr } from './tr.ts';

export const texts = withConfirmationTexts<Texts>({ en, de, fr, es, pt, it, nl, pl, tr, ja, ar });
