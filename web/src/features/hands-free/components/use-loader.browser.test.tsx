import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useLoader } from './use-loader.ts'

function Stage() {
  const [isWaiting, setIsWaiting] = useState(false)
  const isShown = useLoader(isWaiting)
  return <button onClick={() => setIsWaiting(!isWaiting)}>{isShown ? 'loading' : 'ready'}</button>
}

const button = () => document.querySelector('button')
/** Waits until React has rendered. The clock of the test does not run meanwhile, unlike in a poll. */
const rendered = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
async function pass(ms: number) {
  await rendered()
  await vi.advanceTimersByTimeAsync(ms)
  await rendered()
}

afterEach(() => {
  vi.useRealTimers()
})

test('the loader is shown after two seconds of waiting, and is gone at once with the answer', async () => {
  await render(<Stage />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  button()?.click()
  await pass(1_999)
  expect(button()?.textContent).toBe('ready')
  await pass(1)
  expect(button()?.textContent).toBe('loading')
  button()?.click()
  await pass(0)
  expect(button()?.textContent).toBe('ready')
  // A short wait shows none.
  button()?.click()
  await pass(1_500)
  button()?.click()
  await pass(5_000)
  expect(button()?.textContent).toBe('ready')
})
