import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { z } from 'zod'
import { addLive, createReceiver, defineLive, reportMissedEvents, useEvent } from '../platform/connection/live.ts'
import { renderPage } from '../testing/render-page.tsx'
import { lateOverlay } from './late-overlay.tsx'

/** The popup of radio chats, reduced to the name of the thread. */
function Popup() {
  const [name, setName] = useState('')
  useEvent('asr-chat:new', ({ threadName }) => setName(threadName ?? ''))
  return <p>{name}</p>
}

/** Adds the events of the popup, as its module does. */
function registerEvents() {
  addLive(defineLive({ 'asr-chat:new': z.object({ threadName: z.string() }) }, { 'asr-chat:new': () => undefined }))
}

test('an event that loads the code of an overlay is shown by the overlay', async () => {
  const load = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    registerEvents()
    return Popup
  })
  const Overlay = lateOverlay(load, { events: ['asr-chat:new'], isForEventsOnly: true })
  await renderPage(<Overlay />)
  expect(load).not.toHaveBeenCalled()
  createReceiver(new QueryClient(), [])('asr-chat:new', { threadName: 'Night watch' }, 'first', { isCatchUp: false })
  await expect.element(page.getByText('Night watch')).toBeVisible()
  expect(load).toHaveBeenCalledOnce()
})

test('an overlay that reads its state loads when the page has missed events', async () => {
  const [reading, other] = [vi.fn(async () => Popup), vi.fn(async () => Popup)]
  const [Reading, Other] = [lateOverlay(reading, { readsMissed: true }), lateOverlay(other, {})]
  await renderPage(
    <>
      <Reading />
      <Other />
    </>,
  )
  reportMissedEvents()
  await vi.waitFor(() => expect(reading).toHaveBeenCalledOnce(), 10_000)
  expect(other).not.toHaveBeenCalled()
})

test('an overlay without an event loads when the page has started, and at once if it is needed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestIdleCallback', 'cancelIdleCallback'] })
  try {
    const [load, loadNow] = [vi.fn(async () => Popup), vi.fn(async () => Popup)]
    const [Later, Now] = [lateOverlay(load, {}), lateOverlay(loadNow, { isNeededNow: () => true })]
    await renderPage(
      <>
        <Later />
        <Now />
      </>,
    )
    await vi.waitFor(() => expect(loadNow).toHaveBeenCalledOnce(), 10_000)
    expect(load).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(load).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})
