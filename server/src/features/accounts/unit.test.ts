import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { unit } from '#/testing/unit.ts'

const { checkInternet } = accountRoutes

test('a page knows of its unit what the operator set', async () => {
  await using plain = await unit()
  expect(await plain.visitor.gets(accountRoutes.unit)).toEqual({
    name: 'Noroshi',
    hasStreets: false,
    tileUrl: null,
    maxUploadMb: 25,
    sosCountsDown: true,
    canRegister: true,
  })
  expect(await plain.visitor.gets(accountRoutes.allowsForgottenPassword)).toEqual({ isAllowed: false })
  await using other = await unit({ TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png', MAX_UPLOAD_MB: '3' })
  expect(await other.visitor.gets(accountRoutes.unit)).toMatchObject({
    tileUrl: 'https://tiles.example/{z}/{x}/{y}.png',
    maxUploadMb: 3,
  })
})

test('a unit that was given no address to ask says nothing of the internet', async () => {
  await using noroshi = await unit()
  expect(await noroshi.visitor.gets(checkInternet)).toEqual({ isOnline: null })
})

test('a unit asks once in half a minute whether it reaches the internet, for all who want to know', async () => {
  let asked = 0
  const internet = createServer((_request, response) => {
    asked += 1
    response.end()
  })
  await new Promise<void>((resolve) => internet.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(internet.address() as AddressInfo).port}/` // it listens on TCP
  await using noroshi = await unit({ INTERNET_CHECK_URL: url })
  const answers = await Promise.all(Array.from({ length: 10 }, () => noroshi.visitor.gets(checkInternet)))
  expect(answers).toEqual(answers.map(() => ({ isOnline: true })))
  expect(asked).toBe(1)

  internet.closeAllConnections()
  await new Promise((resolve) => internet.close(resolve))
  expect(await noroshi.visitor.gets(checkInternet)).toEqual({ isOnline: true })
  noroshi.clock.advance({ seconds: 31 })
  expect(await noroshi.visitor.gets(checkInternet)).toEqual({ isOnline: false })
})
