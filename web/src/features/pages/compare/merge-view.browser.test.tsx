import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../../testing/render-page.tsx'
import { useMerge } from './use-merge.ts'
import { MergeView } from './merge-view.tsx'

/** Rich text with these paragraphs, as it is stored. */
const lines = (...texts: string[]) =>
  JSON.stringify({ type: 'doc', content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })) })

const sides = {
  base: lines('Shoes off here', 'Lights out at ten', 'Ask at the desk'),
  published: lines('Shoes off here please', 'Lights out at eleven', 'Ask at the desk'),
  draft: lines('Shoes off here now', 'Lights out at ten', 'Ask at the desk or me'),
}

function Merge() {
  const merge = useMerge(sides)
  return merge && <MergeView {...merge}>{(result) => <pre aria-label="Merged">{JSON.stringify(result)}</pre>}</MergeView>
}

const tab = (name: string) => page.getByRole('radio', { name, exact: true })
const choice = (name: string) => page.getByRole('radio', { name, exact: true })
const status = page.getByRole('status').first()
/** The segmented control covers its radio buttons with labels. */
const show = (name: string) => page.getByText(name, { exact: true }).click()

test('the merge result waits for the user’s choice and follows it', async () => {
  await renderPage(<Merge />)
  await expect.element(status).toHaveTextContent('1 part was changed on both sides: choose one')
  await show('Result')
  await expect.element(tab('Result')).toBeChecked()
  await expect.element(page.getByText('Make all choices first')).toBeVisible()
  await expect.element(choice('The draft')).not.toBeInTheDocument() // hidden, also from screen readers

  await show('Differences')
  await choice('The draft').click()
  await expect.element(status).toHaveTextContent('All choices are made')
  await show('Result')
  await expect
    .element(page.getByLabelText('Merged'))
    .toHaveTextContent(lines('Shoes off here now', 'Lights out at eleven', 'Ask at the desk or me'))

  await show('Differences')
  await expect.element(choice('The draft')).toBeChecked()
  await choice('Both').click()
  await show('Result')
  await expect
    .element(page.getByLabelText('Merged'))
    .toHaveTextContent(lines('Shoes off here please', 'Shoes off here now', 'Lights out at eleven', 'Ask at the desk or me'))
})

test('each change names the side that made it, and only the conflict has a choice', async () => {
  await renderPage(<Merge />)
  await expect.element(page.getByText('Published meanwhile')).toBeVisible()
  await expect.element(page.getByText('Changed in the draft')).toBeVisible()
  await expect.element(page.getByText('Changed on both sides')).toBeVisible()
  expect(page.getByRole('radiogroup', { name: 'Which one stays?' }).elements()).toHaveLength(1)
})

test('the choice is made with the arrow keys', async () => {
  await renderPage(<Merge />)
  ;(choice('The published one').element() as HTMLElement).focus() // `as`: an input
  await userEvent.keyboard(' ')
  await expect.element(choice('The published one')).toBeChecked()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(choice('The draft')).toBeChecked()
  await expect.element(choice('The draft')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(choice('The published one')).toBeChecked()
})
