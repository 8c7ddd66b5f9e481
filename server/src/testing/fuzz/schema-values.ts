import { hostileValue } from './hostile-values.ts'
import type { Random } from './random.ts'

/** The part of JSON Schema that the contract uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly format?: string
}

/** The choices from which a value is drawn. */
export interface ValueSource {
  readonly random: Random
  /** Ids of rows of all kinds, also of those that the caller may not know of. */
  readonly ids: readonly string[]
  /** Returns the schema that a `$ref` names. */
  readonly resolve: (reference: string) => JsonSchema
}

const WORDS = ['water', 'bridge', '避難所', 'the hall', 'rice', '水が必要です', 'night watch', 'two of us']
/** Max items and additional characters of a random value. */
const SMALL = 3

/** Returns a value that the schema accepts, as far as the schema describes it. */
export function valueOf(schema: JsonSchema, source: ValueSource, name = ''): unknown {
  const { random, ids } = source
  if (schema.$ref !== undefined) return valueOf(source.resolve(schema.$ref), source, name)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return random.pick(schema.enum)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return valueOf(random.pick(alternatives), source, name)
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map((part) => valueOf(part, source, name)))
  const type = typeof schema.type === 'object' ? random.pick(schema.type) : schema.type
  if (type === 'object') return objectOf(schema, source)
  if (type === 'array') return arrayOf(schema, source, name)
  if (type === 'string') return textOf(schema, source, name)
  if (type === 'integer' || type === 'number') return numberOf(schema, random, type === 'integer')
  if (type === 'boolean') return random.isTrue(0.5)
  return type === 'null' ? null : (guessOf(name, source) ?? hostileValue(random, ids))
}

function objectOf({ properties = {}, required = [] }: JsonSchema, source: ValueSource): object {
  const present = Object.entries(properties).filter(([name]) => required.includes(name) || source.random.isTrue(0.5))
  return Object.fromEntries(present.map(([name, schema]) => [name, valueOf(schema, source, name)]))
}

function arrayOf({ items = {}, minItems = 0, maxItems = SMALL }: JsonSchema, source: ValueSource, name: string): unknown[] {
  const length = source.random.isTrue(0.05) ? maxItems : Math.min(maxItems, minItems + source.random.below(SMALL))
  return Array.from({ length }, () => valueOf(items, source, name))
}

function textOf({ format, minLength = 0, maxLength = 200 }: JsonSchema, source: ValueSource, name: string): string {
  const { random, ids } = source
  if (format === 'uuid') return random.pick(ids)
  if (format === 'date-time') return new Date(Date.now() - random.below(10 ** 9)).toISOString()
  if (format === 'email') return `person.${random.below(1000)}@example.org`
  const guessed = guessOf(name, source)
  if (typeof guessed === 'string') return guessed
  const text = random.isTrue(0.05) ? 'x'.repeat(maxLength) : random.pick(WORDS)
  return text.padEnd(minLength, '0').slice(0, maxLength)
}

function numberOf({ minimum = -1000, maximum = 1000 }: JsonSchema, random: Random, isInteger: boolean): number {
  const [low, high] = [Math.max(minimum, -1e15), Math.min(maximum, 1e15)]
  if (random.isTrue(0.1)) return random.pick([low, high])
  const value = low + random.next() * Math.min(high - low, 1000)
  return isInteger ? Math.round(value) : value
}

/**
 * Returns a likely value for a field whose schema says nothing about it, such as a number that a form sends as text.
 */
function guessOf(name: string, { random, ids }: ValueSource): unknown {
  if (/latitude/i.test(name)) return random.pick(['38.26', '', '-90'])
  if (/longitude/i.test(name)) return random.pick(['140.86', '', '180'])
  if (/^(is|can|has|takes|shares)[A-Z]|\[mine\]|^all$/.test(name)) return random.pick(['true', 'false'])
  if (/id$/i.test(name)) return random.pick(ids)
  if (/pageNumber|limit|before|after/.test(name)) return String(1 + random.below(50))
  return undefined
}
