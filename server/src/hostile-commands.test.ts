import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errorStatus } from '@noroshi/contract/errors'
import { clientCommands, type CommandName } from '@noroshi/contract/realtime'
import { Random } from '#/testing/fuzz/random.ts'
import { type JsonSchema, valueOf } from '#/testing/fuzz/schema-values.ts'
import { createWorld, openSocketAs, type World } from '#/testing/scenes/world.ts'

// Replaces each field of each command by values of other types and bounds. Each gets an acknowledgement of the contract.

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const HOSTILE: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  '0x10',
  'a\u0000b',
  '\ud800',
  '\u202e',
  'x'.repeat(30_000),
  -1,
  1.5,
  2 ** 53,
  1e308,
  true,
  [],
  [[]],
  Array.from({ length: 2000 }, () => 'x'),
  {},
  { toString: 1, constructor: null, ['__proto__']: { a: 1 } },
]

function fieldsOf(schema: JsonSchema): string[] {
  const parts = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [...new Set(parts.flatMap(({ properties }) => Object.keys(properties ?? {})))]
}

describe.each((Object.keys(clientCommands) as CommandName[]).filter((name) => name !== 'radio:frame'))('%s', (name) => {
  test('a hostile value of any field, or as the payload, gets an acknowledgement with a known code', async () => {
    const schema = z.toJSONSchema(clientCommands[name].payload, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    const random = new Random(1)
    const ids = [world.groupId, world.alertId, world.memberId]
    const source = { random, ids, resolve: () => ({}) }
    const payloads: unknown[] = [...HOSTILE]
    for (const field of fieldsOf(schema))
      for (const value of HOSTILE) payloads.push({ ...Object(valueOf(schema, source)), [field]: value })
    for (const actor of ['outsider', 'audience'] as const) {
      const socket = await openSocketAs(world, actor)
      const acks = await Promise.all(payloads.map((payload) => socket.send(name, payload)))
      const codes = acks.flatMap((ack) => (ack.ok ? [] : [ack.code]))
      expect(codes.filter((code) => code === 'internal' || !(code in errorStatus))).toEqual([])
      socket.close()
    }
  })
})
