import fc from 'fast-check'
import { expect } from 'vitest'
import { type AnyType, mergeRows, type Row } from '../entity.ts'

/** Versions of removals that may be below, equal to and above those of copies. */
export const anyVersion = fc.nat(4)

/**
 * Asserts that the merge of a type is a join: copies may arrive in any order and any number of times.
 * @param copy copies of one entity; those of one version are equal, because the server raises the version with each
 * change
 * @param removals the versions of removals that arrive too; null: the type has no removals
 */
export function expectJoin(type: AnyType, copy: fc.Arbitrary<object>, removals: fc.Arbitrary<number> | null) {
  const row = copy.map((value): Row => ({ value, version: type.version(value), receivedAt: 1 }))
  const removal = removals?.map((version): Row => ({ value: undefined, version, receivedAt: 1 }))
  const any = removal ? fc.oneof({ weight: 4, arbitrary: row }, removal) : row
  const merge = (a: Row, b: Row) => mergeRows(type, a, b)
  fc.assert(
    fc.property(any, any, any, (a, b, c) => {
      expect(merge(a, a)).toEqual(a)
      expect(merge(a, b)).toEqual(merge(b, a))
      expect(merge(merge(a, b), c)).toEqual(merge(a, merge(b, c)))
    }),
    { numRuns: 2_000 },
  )
}
