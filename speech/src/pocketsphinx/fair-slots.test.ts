import { expect, test } from 'vitest'
import { FairSlots } from './fair-slots.ts'

/** Requests slots and records the order in which they are granted. */
function requestsOf(max: number) {
  const slots = new FairSlots(max)
  const granted: string[] = []
  const release = new Map<string, () => void>()
  const request = (name: string, source: string) =>
    void slots.take(source).then((giveBack) => {
      granted.push(name)
      release.set(name, giveBack)
    })
  const end = async (name: string) => {
    release.get(name)?.()
    await settle()
  }
  return { granted, request, end }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a live utterance gets a decoder at once although a long recording waits for all of them', async () => {
  const { granted, request, end } = requestsOf(2)
  for (const name of ['long 1', 'long 2', 'long 3']) request(name, 'aiko')
  await settle()
  expect(granted).toEqual(['long 1'])
  request('live', 'ben')
  await settle()
  expect(granted).toEqual(['long 1', 'live'])
  await end('live')
  expect(granted).toEqual(['long 1', 'live'])
  await end('long 1')
  expect(granted).toEqual(['long 1', 'live', 'long 2'])
})

test('with one decoder, a source that waits for its first utterance is before a source that had many', async () => {
  const { granted, request, end } = requestsOf(1)
  for (const name of ['a1', 'a2', 'a3']) request(name, 'aiko')
  request('b1', 'ben')
  await settle()
  await end('a1')
  await end(granted.at(-1) ?? '')
  await end(granted.at(-1) ?? '')
  await end(granted.at(-1) ?? '')
  expect(granted).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('every request is granted once slots are given back', async () => {
  const { granted, request, end } = requestsOf(3)
  const names = Array.from({ length: 30 }, (_, index) => `${index}`)
  for (const name of names) request(name, `source ${Number(name) % 4}`)
  await settle()
  for (let index = 0; index < granted.length; index++) await end(granted[index] ?? '')
  expect(granted.toSorted()).toEqual(names.toSorted())
})
