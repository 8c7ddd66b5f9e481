import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { text } from '../../../platform/i18n.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { sortByIds } from '../order.ts'
import { ReorderList } from './reorder-list.tsx'

const NAMES = ['Trains', 'Water', 'Food']
const rowsOf = (names: readonly string[]) => names.map((name) => ({ id: name, name, summary: name, buttons: null }))

/** A server that confirms the orders when the test says so. */
function createServer() {
  const requests: { readonly ids: readonly string[]; readonly resolve: () => void; readonly reject: () => void }[] = []
  let show: (names: readonly string[]) => void = () => undefined
  function List() {
    const [names, setNames] = useState<readonly string[]>(NAMES)
    show = setNames
    return (
      <ReorderList
        label="links"
        rows={rowsOf(names)}
        onOrder={(ids) =>
          new Promise<void>((resolve, reject) => requests.push({ ids, resolve, reject: () => reject(new Error('refused')) }))
        }
      />
    )
  }
  /** The list is fetched again after the request: another one may be on its way. */
  const confirm = async (index: number) => {
    const { ids = [], resolve } = requests[index] ?? {}
    show(sortByIds(rowsOf(NAMES), ids).map(({ id }) => id))
    resolve?.()
    await new Promise((settled) => setTimeout(settled, 50))
  }
  return { List, requests, confirm }
}

const shown = () => [...document.querySelectorAll('li')].map((row) => row.dataset['id'])
const step = (by: 'Up' | 'Down', name: string) =>
  page.getByRole('button', { name: text(`dashboard.move${by}`, { name }), exact: true })

test('a list shows the newest order while the server confirms an earlier one', async () => {
  const { List, requests, confirm } = createServer()
  await renderPage(<List />)
  await step('Up', 'Food').click()
  expect(shown()).toEqual(['Trains', 'Food', 'Water'])
  await step('Up', 'Food').click()
  expect(shown()).toEqual(['Food', 'Trains', 'Water'])
  await confirm(0)
  expect(shown()).toEqual(['Food', 'Trains', 'Water'])
  await confirm(1)
  expect(shown()).toEqual(['Food', 'Trains', 'Water'])
  expect(requests.map(({ ids }) => ids)).toEqual([
    ['Trains', 'Food', 'Water'],
    ['Food', 'Trains', 'Water'],
  ])
})

test('a refused order is not shown any more', async () => {
  const { List, requests } = createServer()
  await renderPage(<List />)
  await step('Up', 'Food').click()
  requests[0]?.reject()
  await expect.poll(shown).toEqual(NAMES)
})

test('the focus stays on the button of a row that moves, in both directions', async () => {
  const { List } = createServer()
  await renderPage(<List />)
  step('Down', 'Trains').element().focus()
  await userEvent.keyboard('{Enter}{Enter}')
  expect(shown()).toEqual(['Water', 'Food', 'Trains'])
  await expect.element(step('Down', 'Trains')).toHaveFocus()
  step('Up', 'Trains').element().focus()
  await userEvent.keyboard('{Enter}')
  expect(shown()).toEqual(['Water', 'Trains', 'Food'])
  await expect.element(step('Up', 'Trains')).toHaveFocus()
})
