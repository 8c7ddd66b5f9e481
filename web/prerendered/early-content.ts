import { API_BASE } from '@noroshi/contract/addresses'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import { readStored, storageKeys, writeStored } from '../src/platform/session/storage.ts'
import { fillTemplate } from './fill-template.ts'
import { feedTemplateOf } from './prerendered-screens.ts'

// Content of the server that the start script adds to a prerendered screen before the code of the application.

/** Shows the name of the unit. On the first visit of a browser, its element is hidden until the server has sent it. */
export async function showUnitName(element: HTMLElement): Promise<void> {
  const stored = readStored(storageKeys.unitName)
  if (stored !== null) {
    element.textContent = stored
    return
  }
  element.style.visibility = 'hidden'
  await fetchUnitName().catch(() => {}) // the application repeats the request
  element.textContent = readStored(storageKeys.unitName) ?? element.textContent
  element.style.visibility = ''
  await new Promise<void>(afterFrame)
}

async function fetchUnitName() {
  const unit: unknown = await readReply('/unit', null)
  if (typeof unit === 'object' && unit !== null && 'name' in unit && typeof unit.name === 'string')
    writeStored(storageKeys.unitName, unit.name)
}

/** Shows the feeds, each by a copy of its prerendered template, and keeps them for the application. */
export async function showFeeds(list: Element): Promise<void> {
  const token = readStored(storageKeys.accessToken)
  // `as`: the reply of `feedRoutes`, whose schema is not loaded yet
  const reply = (await readReply(token === null ? '/feeds/public' : '/feeds', token)) as { readonly items: readonly Feed[] }
  if (readStored(storageKeys.accessToken) !== token) return // another tab has ended or begun a session
  window.earlyFeeds = { token, feeds: reply.items }
  for (const feed of reply.items) {
    const template = list.querySelector<HTMLTemplateElement>(`template[data-feed="${feedTemplateOf(feed)}"]`)
    // The browser may lack the cookie for other pictures until the application has started.
    const cover = (feed.isPublic && (feed.coverPreviewUrl ?? feed.coverImageUrl)) || ''
    if (template) list.append(fillTemplate(template, { ...feed, cover }))
  }
  await Promise.all([...list.querySelectorAll('img')].slice(0, 2).map((image) => image.decode().catch(() => {})))
  await new Promise<void>(afterFrame)
}

/** Returns a reply of the API. Rejects if the server refuses the request. */
async function readReply(path: string, token: string | null): Promise<unknown> {
  const reply = await fetch(API_BASE + path, token === null ? {} : { headers: { authorization: `Bearer ${token}` } })
  if (!reply.ok) throw new Error(`${path} got ${reply.status}`)
  return reply.json()
}

/** Runs after the next paint. */
export function afterFrame(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}
