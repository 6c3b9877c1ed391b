/** Spanish strings for QR codes. */
import { number, plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const qr: Text['qr'] = {
  title: 'Código QR',
  many: (n) =>
    plural(n, { one: 'Códigos QR de # enlace', many: 'Códigos QR de # de enlaces', other: 'Códigos QR de # enlaces' }),
  preview: (url) => `Vista previa del código QR de ${url}`,
  drawn: (url) => `Código QR de ${url}`,
  colours: 'Colores',
  fg: 'Color',
  bg: 'Fondo',
  pick: (colour) => `Elegir ${colour}`,
  contrast: (ratio) => `Contraste ${ratio}:1`,
  tooFaint: (ratio, least) => `Contraste ${ratio}:1: los lectores necesitan al menos ${least}:1.`,
  inverted: 'El color debe ser más oscuro que el fondo: la mayoría de los lectores lo necesita.',
  coloursNeed: (plan) => `Los colores personalizados requieren el plan ${plan}.`,
  seePlans: 'Ver planes',
  logo: 'Logotipo',
  chooseLogo: 'Elegir logotipo',
  logoHint: 'PNG, JPEG o un SVG sencillo, hasta 100\u00a0kB.',
  logoUnfit: 'Elija un PNG, JPEG o SVG de 100\u00a0kB como máximo.',
  removeLogo: 'Quitar logotipo',
  brandLogo: 'El logotipo del dominio',
  useBrandLogo: 'Usar el logotipo del dominio',
  style: 'Forma',
  styles: [
    { value: 'squares', label: 'Cuadrados' },
    { value: 'dots', label: 'Puntos' },
  ],
  margin: 'Margen',
  marginHint: 'En módulos. El estándar exige 4.',
  format: 'Formato',
  formats: [
    { value: 'svg', label: 'SVG, para imprimir' },
    { value: 'png', label: 'PNG' },
  ],
  size: 'Tamaño en píxeles',
  ecc: 'Corrección de errores',
  eccHint: 'Qué parte del código puede estar tapada o dañada. Un logotipo necesita un nivel alto.',
  eccs: [
    { value: '', label: 'Automática' },
    { value: 'L', label: 'Baja, 7\u00a0%' },
    { value: 'M', label: 'Media, 15\u00a0%' },
    { value: 'Q', label: 'Buena, 25\u00a0%' },
    { value: 'H', label: 'Alta, 30\u00a0%' },
  ],
  attempt: 'Probar con un lector',
  attemptHint: 'Waypost dibuja el código y lo lee como lo haría un teléfono.',
  reads: 'Un lector puede leer este código.',
  reset: 'Restablecer',
  download: 'Descargar',
  downloadZip: 'Descargar ZIP',
  drawing: (done, all) =>
    plural(all, {
      one: `${number(done)} de # código dibujado`,
      many: `${number(done)} de # de códigos dibujados`,
      other: `${number(done)} de # códigos dibujados`,
    }),
  drawnMany: (n) =>
    plural(n, {
      one: 'Se ha descargado # código QR',
      many: 'Se han descargado # de códigos QR',
      other: 'Se han descargado # códigos QR',
    }),
  copyImage: 'Copiar como imagen',
  copySvg: 'Copiar como SVG',
  copyAddress: 'Copiar URL de la imagen',
  copied: 'Copiado',
  notCopied: (why) => `No se ha podido copiar: ${why}`,
};
