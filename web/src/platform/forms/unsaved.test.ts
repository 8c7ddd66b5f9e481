import { afterEach, expect, test } from 'vitest'
import { addUnsaved, discardUnsaved, hasUnsaved, isLatestUnsaved, releaseUnsaved } from './unsaved.ts'

afterEach(releaseUnsaved)

test('the latest of two unsaved forms asks, and after its removal the other one', () => {
  const [page, dialog] = [{ discard: () => undefined }, { discard: () => undefined }]
  addUnsaved(page)
  const remove = addUnsaved(dialog)
  expect([page, dialog].map(isLatestUnsaved)).toEqual([false, true])
  remove()
  expect([page, dialog].map(isLatestUnsaved)).toEqual([true, false])
})

test('a confirmed navigation discards all entries and does not ask again', () => {
  const discarded: string[] = []
  const page = { discard: () => void discarded.push('page') }
  addUnsaved(page)
  const remove = addUnsaved({ discard: () => void discarded.push('dialog') })
  discardUnsaved()
  expect(discarded).toEqual(['page', 'dialog'])
  expect([hasUnsaved(), isLatestUnsaved(page), isLatestUnsaved(null)]).toEqual([false, false, false])
  remove() // a later unmount does not remove the entry of another form
  addUnsaved(page)
  remove()
  expect(hasUnsaved()).toBe(true)
})

test('a successful save removes all entries without discarding them', () => {
  const discarded: string[] = []
  addUnsaved({ discard: () => void discarded.push('form') })
  releaseUnsaved()
  expect([hasUnsaved(), discarded]).toEqual([false, []])
})
