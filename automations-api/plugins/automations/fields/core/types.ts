/** The input types of custom fields. */
export const FieldType = { text: 1, number: 2, textarea: 3, select: 4, radio: 5, checkbox: 6, date: 7 } as const;
