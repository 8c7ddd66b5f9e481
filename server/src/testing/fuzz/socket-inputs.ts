import { z } from 'zod'
import { clientCommands, type CommandName } from '@noroshi/contract/realtime'
import { encodeRadioFrame } from '@noroshi/contract/radio/frames'
import { hostileText, hostileValue, mutate } from './hostile-values.ts'
import type { FuzzActor } from './http-inputs.ts'
import type { Random } from './random.ts'
import { type JsonSchema, valueOf, type ValueSource } from './schema-values.ts'

/** Input of a socket: a command, or a packet that no client library sends. It is printed when it fails. */
export type SocketInput = { readonly actor: FuzzActor } & (
  | { readonly name: CommandName; readonly payload: unknown }
  | { readonly packet: string | Uint8Array<ArrayBuffer> }
)

const ACTORS: readonly FuzzActor[] = ['visitor', 'outsider', 'token', 'admin', 'audience', 'audience', 'audience']
const NAMES = Object.keys(clientCommands) as CommandName[] // Object.keys returns strings
const schemas = new Map(
  NAMES.map((name): [CommandName, JsonSchema] => [
    name,
    z.toJSONSchema(clientCommands[name].payload, { io: 'input', unrepresentable: 'any' }) as JsonSchema, // the part that is used
  ]),
)

const PACKETS = [
  '',
  '2',
  '3',
  '5',
  '6',
  '9',
  '40',
  '41',
  '42',
  '43',
  '44',
  '45',
  '4',
  '42[]',
  '42{}',
  '42["users:join_room"]',
  '420["users:join_room",{}]',
  '42["disconnect"]',
  '42["connect",{}]',
  '42["error",1]',
  '42["__proto__",{}]',
  '421["constructor"]',
  '42[1,2]',
  '42[null]',
  '42["users:join_room",',
  '451-["radio:frame",{"_placeholder":true,"num":0}]',
  '45-["x"]',
  '451-["radio:frame",{"_placeholder":true,"num":-1}]',
  '459999999-["radio:frame"]',
  '42/admin,["x"]',
  '40/other,',
  '4399999999999999999999["x"]',
  '42["users:join_room",{"userId":1e999}]',
  'b',
  'bAAAA',
  `42["users:join_room",${'['.repeat(20_000)}`,
  `420["users:join_room",${'['.repeat(15_000)}${']'.repeat(15_000)}]`,
]

/** Generates commands from the schemas of the contract, and broken packets. */
export class SocketInputs {
  readonly #ids: readonly string[]
  readonly #valid: Readonly<Record<string, string>>
  /** @param valid ids that belong together, by the name of their field */
  constructor(ids: readonly string[], valid: Readonly<Record<string, string>>) {
    this.#ids = ids
    this.#valid = valid
  }

  next(random: Random): SocketInput {
    const actor = random.pick(ACTORS)
    if (random.isTrue(0.03)) return { actor, packet: this.#packet(random) }
    const name = random.pick(NAMES)
    const schema = schemas.get(name) ?? {}
    const source: ValueSource = { random, ids: this.#ids, resolve: (reference) => schemaAt(schema, reference) }
    let payload = name === 'radio:frame' ? this.#frame(random) : this.#withValidIds(valueOf(schema, source), random)
    for (let changes = Math.max(0, random.below(5) - 2); changes > 0; changes -= 1)
      payload = mutate(payload, random, this.#ids, (field) => this.#valid[field] ?? hostileValue(random, this.#ids))
    return { actor, name, payload }
  }

  /** Replaces ids by those of one thread, call or page, so that the command reaches its service. */
  #withValidIds(payload: unknown, random: Random): unknown {
    if (typeof payload !== 'object' || payload === null || random.isTrue(0.2)) return payload
    return Object.fromEntries(
      Object.entries(payload).map(([name, value]): [string, unknown] => [name, this.#valid[name] ?? value]),
    )
  }

  #frame(random: Random): Uint8Array<ArrayBuffer> {
    const packets = Array.from({ length: random.below(6) }, () => random.bytes(1 + random.below(450)))
    const bytes = encodeRadioFrame({ transmissionId: random.pick(this.#ids), seq: random.below(2 ** 32), packets })
    if (random.isTrue(0.4)) bytes[random.below(bytes.length)] = random.below(256)
    return random.isTrue(0.2) ? bytes.slice(0, random.below(bytes.length)) : bytes
  }

  #packet(random: Random): string | Uint8Array<ArrayBuffer> {
    if (random.isTrue(0.2)) return random.bytes(random.below(300))
    if (random.isTrue(0.2)) return `42["${random.pick(NAMES)}",${JSON.stringify(hostileText(random))}]`
    return random.pick(PACKETS)
  }
}

function schemaAt(root: JsonSchema, reference: string): JsonSchema {
  let found: unknown = root
  for (const step of reference.split('/').slice(1)) found = Reflect.get(Object(found), step)
  return found as JsonSchema // a reference within the schema
}

export const describeSocketInput = (input: SocketInput): string => JSON.stringify(input).slice(0, 4000)
