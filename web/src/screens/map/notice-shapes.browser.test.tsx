import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { setAccessToken } from '../../platform/session/session.ts'
import { clearStored } from '../../platform/session/storage.ts'
import { NoticeShapes } from './notice-shapes.tsx'

afterEach(() => {
  clearStored()
  vi.restoreAllMocks()
})

test('maps say that areas of official notices are missing, and when they did not load', async () => {
  let isComplete = true
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ items: [], nextCursor: null, isComplete }))
  setAccessToken('token')
  const onShapes = vi.fn()
  const reported = (note: string | null) => expect.poll(() => onShapes.mock.lastCall).toEqual([[], note])
  await renderPage(<NoticeShapes onShapes={onShapes} />)
  await reported(null)
  isComplete = false
  await renderPage(<NoticeShapes onShapes={onShapes} />)
  await reported('The map shows a part of the areas of the official notices only.')
  vi.mocked(window.fetch).mockResolvedValue(Response.json({}, { status: 503 }))
  await renderPage(<NoticeShapes onShapes={onShapes} />)
  await reported('Couldn’t load the areas of the official notices')
})
