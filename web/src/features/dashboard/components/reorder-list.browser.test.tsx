import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { text } from '../../../platform/language/i18n.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { ReorderList } from './reorder-list.tsx'

const NAMES = ['Trains', 'Water', 'Food']
const rowsOf = (names: readonly string[]) => names.map((name) => ({ id: name, name, summary: name, buttons: null }))

interface OrderRequest {
  readonly ids: readonly string[]
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** Renders the list with a server that replies when the test says so. */
async function renderList(newest: readonly string[] | null = null) {
  const requests: OrderRequest[] = []
  const send = (ids: readonly string[]) => new Promise<void>((resolve, reject) => requests.push({ ids, resolve, reject }))
  function List() {
    const { data } = useQuery({ queryKey: ['names'], queryFn: () => NAMES, initialData: NAMES, staleTime: Infinity })
    return <ReorderList label="links" rows={rowsOf(data)} newest={newest} onOrder={send} />
  }
  const { cache } = await renderPage(<List />)
  /** Applies an order and refetches the list, while a newer order may be on its way. */
  const confirm = async (index: number) => {
    cache.setQueryData(['names'], requests[index]?.ids)
    requests[index]?.resolve()
    await new Promise((rendered) => setTimeout(rendered, 50))
  }
  return { requests, confirm }
}

const shown = () => [...document.querySelectorAll('li')].map((row) => row.dataset['id'])
const step = (by: 'Up' | 'Down', name: string) =>
  page.getByRole('button', { name: text(`dashboard.move${by}`, { name }), exact: true })

test('a list shows the newest order while the server confirms an earlier one', async () => {
  const { requests, confirm } = await renderList()
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
  const { requests } = await renderList()
  await step('Up', 'Food').click()
  requests[0]?.reject(new Error('refused'))
  await expect.poll(shown).toEqual(NAMES)
})

test('a list that was closed and opened again shows the order that is not confirmed yet', async () => {
  await renderList(['Food', 'Water', 'Trains'])
  expect(shown()).toEqual(['Food', 'Water', 'Trains'])
})

test('the focus stays on the button of a row that moves, also when the server confirms or refuses it', async () => {
  const { requests, confirm } = await renderList()
  step('Down', 'Trains').element().focus()
  await userEvent.keyboard('{Enter}{Enter}')
  expect(shown()).toEqual(['Water', 'Food', 'Trains'])
  await expect.element(step('Down', 'Trains')).toHaveFocus()
  await confirm(0)
  await confirm(1)
  await expect.element(step('Down', 'Trains')).toHaveFocus()
  step('Up', 'Food').element().focus()
  await userEvent.keyboard('{Enter}{Tab}')
  await confirm(2)
  await expect.element(step('Down', 'Food')).toHaveFocus()
  step('Down', 'Food').element().focus()
  await userEvent.keyboard('{Enter}')
  await confirm(3)
  step('Up', 'Trains').element().focus()
  await userEvent.keyboard('{Enter}')
  expect(shown()).toEqual(['Water', 'Trains', 'Food'])
  await expect.element(step('Up', 'Trains')).toHaveFocus()
  requests[4]?.reject(new Error('refused'))
  await expect.poll(shown).toEqual(['Water', 'Food', 'Trains'])
  await expect.element(step('Up', 'Trains')).toHaveFocus()
})
