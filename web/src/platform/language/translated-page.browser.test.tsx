import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import { tolerateTranslation } from './translated-page.ts'

beforeAll(tolerateTranslation)

/** Ways in which translations replace a text node. */
const replacing = {
  'in one step': (text: Text, element: Element) => text.replaceWith(element),
  'in two steps': (text: Text, element: Element) => {
    text.before(element)
    text.remove()
  },
}

/** Replaces all text nodes, as the translation of a browser does. */
function translate(root: Element, replace: (text: Text, element: Element) => void) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) {
    const element = document.createElement('font')
    element.append(`‹${text.data}›`)
    replace(text, element)
  }
}

interface State {
  readonly count: number
  readonly isActive: boolean
}

/** Text nodes beside each other and beside conditional elements, in the forms that the screens have. */
function Alert({ count, isActive }: State) {
  return (
    <section>
      <p>
        {isActive ? 'Active' : 'Resolved'} <b>Aiko</b> {isActive && 'Respond'}
      </p>
      <p>
        {isActive && <b>now</b>} {count} of {2}
      </p>
      <p>{isActive ? 'hidden' : <i>by Ben</i>}</p>
      <ul>{isActive ? 'none' : [1, 2].map((id) => <li key={id}>{id}</li>)}</ul>
    </section>
  )
}

test.each(Object.entries(replacing))('a page that was translated %s shows each change', (_name, replace) => {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  const show = (state: State) => flushSync(() => root.render(<Alert {...state} />))
  show({ count: 0, isActive: true })
  translate(host, replace)
  for (const state of [
    { count: 1, isActive: false },
    { count: 2, isActive: true },
    { count: 3, isActive: false },
  ]) {
    show(state)
    const shown = host.textContent.replaceAll(/[‹›\s]/g, '')
    const [first, second] = state.isActive ? ['ActiveAikoRespond', 'now'] : ['ResolvedAiko', '']
    expect(shown).toBe(`${first}${second}${state.count}of2${state.isActive ? 'hiddennone' : 'byBen12'}`)
    translate(host, replace)
  }
  flushSync(() => root.unmount())
  expect(host.textContent).toBe('')
  host.remove()
})
