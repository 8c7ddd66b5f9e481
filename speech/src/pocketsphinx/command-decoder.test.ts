import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { commandGrammar } from '@noroshi/contract/hands-free/grammar'
import { speak } from '../testing/flite.ts'
import { CommandDecoder } from './command-decoder.ts'
import type * as Library from './library.ts'

/** The decoders of the library that are not freed. */
const decoders = vi.hoisted(() => ({ open: 0, isFailing: false }))
vi.mock('./library.ts', async (importOriginal) => {
  const library = await importOriginal<typeof Library>()
  class CountedDecoder extends library.Decoder {
    constructor(model?: Readonly<Record<string, string>>) {
      if (decoders.isFailing) throw new Error('no memory')
      super(model)
      decoders.open += 1
    }

    override close() {
      super.close()
      decoders.open -= 1
    }
  }
  return { ...library, Decoder: CountedDecoder }
})

const listOf = (name: string) => ({
  language: 'en' as const,
  grammar: commandGrammar('en', [{ id: name, names: [name, ''], readings: [] }]),
})
/** The free text is short, so the list is needed with and without free text. */
const shortMessage = async () => ({ ...listOf('Daniel'), samples: await speak('message Daniel go') })

let commands: CommandDecoder
beforeEach(() => {
  commands = new CommandDecoder(() => 'go')
})
afterEach(() => {
  commands.close()
  expect(decoders.open).toBe(0)
})

test('all decoders of a list are freed at the end, and the next command creates them again', async () => {
  const request = await shortMessage()
  expect(await commands.decode(request)).toBe('message Daniel go')
  expect(decoders.open).toBe(3) // with and without free text, and the phones
  commands.close()
  expect(decoders.open).toBe(0)
  expect(await commands.decode(request)).toBe('message Daniel go')
})

test('all decoders of a list are freed when four other lists were used since', async () => {
  await commands.decode(await shortMessage())
  for (const name of ['Priya', 'John', 'Anna', 'Maria']) await commands.prepare(listOf(name))
  expect(decoders.open).toBe(5) // those of the four lists, and the phones
})

test('a decoder that could not be created is created for the next command', async () => {
  const request = await shortMessage()
  await commands.prepare(request)
  decoders.isFailing = true
  await expect(commands.decode(request)).rejects.toThrow('no memory')
  decoders.isFailing = false
  expect(await commands.decode(request)).toBe('message Daniel go')
})
