import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createObservable, useObservable } from '../../platform/observable.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { TopDialog } from '../dialogs/top-dialog.tsx'
import { useUncovered } from './use-uncovered.ts'

const count = createObservable<number | undefined>(undefined)
const hasAlarm = createObservable(false)
const shown = page.getByTestId('shown')

function Page() {
  const value = useUncovered(useObservable(count))
  const isOpen = useObservable(hasAlarm)
  return (
    <>
      <p data-testid="shown">{value ?? 'loading'}</p>
      {isOpen && (
        <TopDialog role="alertdialog" labelledBy="title" onEscape={() => hasAlarm.set(false)}>
          <h1 id="title">{count.get()}</h1>
        </TopDialog>
      )}
    </>
  )
}

test('a covered page shows the first value and keeps it until it ends or the dialog closes', async () => {
  hasAlarm.set(true)
  await renderPage(<Page />)
  await expect.element(shown).toHaveTextContent('loading')
  count.set(1)
  await expect.element(shown).toHaveTextContent('1')
  count.set(2)
  count.set(3)
  await new Promise(requestAnimationFrame)
  await expect.element(shown).toHaveTextContent('1')
  count.set(undefined)
  await expect.element(shown).toHaveTextContent('loading')
  count.set(3)
  hasAlarm.set(false)
  await expect.element(shown).toHaveTextContent('3')
  count.set(4)
  await expect.element(shown).toHaveTextContent('4')
})
