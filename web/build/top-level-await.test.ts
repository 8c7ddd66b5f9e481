import { expect, test } from 'vitest'
import { hasTopLevelAwait } from './top-level-await.ts'

test.each([
  'await 1',
  'export const a = await import("./a.js")',
  'if (a) { for await (const b of a) b() }',
  'class A extends (await a) {}',
  'const a = [() => 1, `${await b}`]',
])('the build refuses %s at the top level of a file', async (code) => {
  expect(await hasTopLevelAwait(code)).toBe(true)
})

test.each([
  'async function a() { await 1 }',
  'export const a = async () => { for await (const b of c) await b }',
  'class A { async #a() { await 1 } }',
  'const a = { async b() { return await 1 }, await: "await" }',
])('the build accepts %s', async (code) => {
  expect(await hasTopLevelAwait(code)).toBe(false)
})
