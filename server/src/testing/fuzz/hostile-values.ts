import type { Random } from './random.ts'

/** Values that often break programs. Each is JSON, so that it can be sent and printed. */

const TEXTS: readonly string[] = [
  '',
  ' ',
  '\n',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e309',
  '-1e999',
  'NaN',
  'Infinity',
  '0x10',
  '٣٫١٤',
  '9007199254740993',
  '99999999999999999999999999',
  '2147483648',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '2026-02-30T00:00:00Z',
  '-271821-04-20T00:00:00.000Z',
  'infinity',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '%00',
  '%ed%a0%80',
  '%',
  "' OR '1'='1",
  '"; DROP TABLE users; --',
  '\\',
  '$1',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'a\r\nX-Injected: 1',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\ufeff\ufffe\uffff',
  '\u202eabc\u202c\u2066\u2069\u200f',
  '\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627',
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'ﷺ'.repeat(50),
  `z${'\u0335\u0323'.repeat(500)}`,
  'İıſẞ',
  '\u1680\u2028\u2029\u3000',
  '㍿ｱｲｳ㌔',
]

const NUMBERS: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.5,
  -1.5,
  90.000001,
  -180.1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  Number.MIN_VALUE,
  1e21,
  1e-7,
]

/** Keys that reach the prototype of an object in a careless program. */
const KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype', 'toString', 'length', 'id', '', 'then', 'toJSON', 'a.b']

export function hostileText(random: Random): string {
  const kind = random.below(10)
  if (kind === 0) return String.fromCharCode(...Array.from({ length: random.below(60) }, () => random.below(0x1_0000)))
  if (kind === 1) return random.pick(['a', 'あ', '👍', '\ud800', '&', '"']).repeat(random.pick([100, 1001, 10_001, 70_000]))
  return random.pick(TEXTS)
}

/** @param ids ids of rows, which may be used where another kind of row is expected */
export function hostileValue(random: Random, ids: readonly string[]): unknown {
  switch (random.below(12)) {
    case 0:
      return null
    case 1:
      return random.isTrue(0.5)
    case 2:
    case 3:
      return random.pick(NUMBERS)
    case 4:
      return random.pick(ids)
    case 5:
      return []
    case 6:
      return Array.from({ length: random.pick([1, 3, 1001]) }, () => random.pick(ids))
    case 7:
      return nestedIn(random.pick([2, 30, 400]), random)
    case 8:
      return withKey({}, random.pick(KEYS), hostileText(random))
    default:
      return hostileText(random)
  }
}

function nestedIn(depth: number, random: Random): unknown {
  let value: unknown = random.pick(TEXTS)
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Sets an own property, also '__proto__'. */
function withKey(fields: object, key: string, value: unknown): object {
  return Object.defineProperty({ ...fields }, key, { value, enumerable: true, configurable: true, writable: true })
}

/**
 * Returns a value with one change: a part is replaced by a hostile value or by one of its schema, is removed, or gets a key or an
 * item.
 * @param valid returns a value for a field by its name, of the right type
 */
export function mutate(value: unknown, random: Random, ids: readonly string[], valid: (field: string) => unknown): unknown {
  if (Array.isArray(value) && random.isTrue(0.7)) {
    const items: unknown[] = Array.from<unknown>(value)
    const index = random.below(items.length + 1)
    if (index === items.length) items.push(hostileValue(random, ids))
    else if (random.isTrue(0.3)) items.splice(index, 1)
    else items[index] = mutate(items[index], random, ids, valid)
    return items
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && random.isTrue(0.9)) {
    const keys = Object.keys(value)
    if (keys.length === 0 || random.isTrue(0.1)) return withKey(value, random.pick(KEYS), hostileValue(random, ids))
    const key = random.pick(keys)
    if (random.isTrue(0.15)) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
    const inner: unknown = Reflect.get(value, key)
    return withKey(value, key, random.isTrue(0.3) ? valid(key) : mutate(inner, random, ids, valid))
  }
  return hostileValue(random, ids)
}
