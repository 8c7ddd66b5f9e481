import { expect, test } from 'vitest'
import { createContentIds } from './content-ids.ts'

const file = (name: string, lastModified = 1) => new File(['two of us'], name, { lastModified })

test('the same content and files have the same client id, and other content has another one', () => {
  const idOf = createContentIds()
  const first = idOf({ text: 'Road closed' }, [file('road.txt')])
  expect(idOf({ text: 'Road closed' }, [file('road.txt')])).toBe(first)
  const ids = [
    first,
    idOf({ text: 'Road open' }, [file('road.txt')]),
    idOf({ text: 'Road open' }, [file('road.txt', 2)]),
    idOf({ text: 'Road open' }, []),
  ]
  expect(new Set(ids).size).toBe(4)
})

test('two dialogs with the same content have different client ids', () => {
  expect(createContentIds()('Road closed', [])).not.toBe(createContentIds()('Road closed', []))
})
