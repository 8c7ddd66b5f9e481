/** Returns the message key for a count: `key.one` or `key.other`. Japanese has the same text for both. */
export const pluralKey = <Key extends string>(key: Key, count: number): `${Key}.one` | `${Key}.other` =>
  count === 1 ? `${key}.one` : `${key}.other`
