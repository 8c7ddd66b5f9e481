import { expect, test } from 'vitest'
import { isWiderCheck } from './wider-check.ts'

const list = (...values: string[]) => `CHECK ((kind = ANY (ARRAY[${values.map((value) => `'${value}'::text`).join(', ')}])))`

test.each([
  [list('a', 'b'), list('a', 'b', 'c'), true],
  [list('a', 'b'), list('c', 'b', 'a'), true],
  [list('a', 'b'), list('a', 'c'), false],
  ["CHECK ((kind = 'a'::text))", list('a', 'b'), true],
  ["CHECK ((kind = 'a'::text))", list('b', 'c'), false],
  ['CHECK ((char_length(name) <= 100))', 'CHECK ((char_length(name) <= 200))', true],
  ['CHECK ((char_length(name) <= 100))', 'CHECK ((char_length(name) <= 99))', false],
  ['CHECK ((size >= 10))', 'CHECK ((size >= 0))', true],
  ['CHECK ((size > 0))', 'CHECK ((size > 5))', false],
  ['CHECK ((size > 0))', "CHECK ((size > '-5'::integer))", false],
  ['CHECK (((a IS NOT NULL) AND (size < 5)))', 'CHECK (((a IS NOT NULL) AND (size < 6)))', true],
  ['CHECK ((NOT (size > 5)))', 'CHECK ((NOT (size > 4)))', false],
  ["CHECK ((kind <> ALL (ARRAY['a'::text])))", "CHECK ((kind <> ALL (ARRAY['a'::text, 'b'::text])))", false],
  ['CHECK (((size > 5) = (a IS NULL)))', 'CHECK (((size > 4) = (a IS NULL)))', false],
  ['CHECK ((a IS NULL))', 'CHECK ((b IS NULL))', false],
])('from %s to %s', (before, after, isWider) => {
  expect(isWiderCheck(before, after)).toBe(isWider)
})
