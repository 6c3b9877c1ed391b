/**
 * Schemes that are not allowed in an app's URL: they run code, read data on the device or its network, or open system
 * handlers known for abuse. All other schemes can be an app's own.
 */
const code = 'javascript vbscript livescript mocha data about blob filesystem view-source jar wyciwyg applescript';
const local =
  'file content res resource shell its ms-its mk mhtml hcp help ms-help chrome chrome-extension edge moz-extension';
const network = 'smb cifs nfs afp dav davs ldap ldaps ftp ftps sftp tftp ssh telnet rlogin tn3270 rdp vnc gopher';
const windows =
  'search search-ms ms-msdt ms-search ms-appinstaller ms-officecmd ms-settings ms-cxh ms-cxh-full ms-quick-assist ' +
  'ms-gamingoverlay ms-screenclip ms-screensketch ms-availablenetworks ms-contact-support ms-rdx-document ms-secondary-tile ' +
  'ms-perception-simulation ms-eyecontrolspeech ms-powerautomate windowsdefender';
/** Schemes that load a document from a URL inside them, which bypasses the check. */
const office = 'ms-word ms-excel ms-powerpoint ms-access ms-project ms-publisher ms-visio ms-infopath ms-spd';
const mac = 'x-apple.systempreferences x-apple-helpbasic x-man-page x-help-action';

const harmful = new Set([code, local, network, windows, office, mac].flatMap((names) => names.split(' ')));

/** Returns whether a scheme, in lower case and without its colon, is harmful. */
export const isHarmfulScheme = (scheme: string): boolean => harmful.has(scheme);
