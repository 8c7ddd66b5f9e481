import { test } from 'vitest'

/** A test that only `npm run test:long` runs, because it takes long and `npm test` has another one of its kind. */
export const longTest = test.runIf(process.env['NOROSHI_LONG'] === '1')
