/** English has a form of its own for one: `key.one` or `key.other`. Japanese gives both the same form. */
export const countKey = <Key extends string>(key: Key, count: number): `${Key}.one` | `${Key}.other` =>
  count === 1 ? `${key}.one` : `${key}.other`
