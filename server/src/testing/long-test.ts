import { test } from 'vitest'

/** Whether `npm run test:long` runs. */
export const IS_LONG = process.env['NOROSHI_LONG'] === '1'

/** A test that only `npm run test:long` runs, because it takes long and `npm test` has another one of its kind. */
export const longTest = test.runIf(IS_LONG)

/** All items in `npm run test:long`; otherwise each third, beginning with another one for each `offset`. */
export const sampled = <Item>(items: readonly Item[], offset: number): readonly Item[] =>
  IS_LONG ? items : items.filter((_, index) => (index + offset) % 3 === 0)
