/** What makes two addresses the same: neither case nor the form of accented letters tells them apart. */
export const keyOfEmail = (email: string) => email.trim().normalize('NFC').toLowerCase();
