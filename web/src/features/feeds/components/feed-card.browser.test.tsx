import { expect, test } from 'vitest'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import { fillTemplate } from '../../../../prerendered/fill-template.ts'
import { feedTemplateOf } from '../../../../prerendered/prerendered-screens.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { aFeed } from '../testing/fake-posts.ts'
import { FeedCard } from './feed-list.tsx'

const feed: Feed = { ...aFeed, name: '<b>River</b> __id__', isOpenToUsers: false, isModerated: false }
const placeholders = { id: '__id__', name: '__name__', description: '__description__' }

/** Returns the markup of a card. */
async function markupOf(one: Feed): Promise<string> {
  const { screen } = await renderPage(<FeedCard feed={one} mayAdminister={false} />)
  const card = screen.container.querySelector('li')?.outerHTML ?? ''
  await screen.unmount()
  return card
}

const cases: readonly Partial<Feed>[] = [
  {},
  { description: 'Water & paths', isModerated: true },
  { isPublic: false, isOpenToUsers: true },
  { isPublic: false },
  { coverImageUrl: '/backend/uploads/1' },
]

test.each(cases)('a filled template is the card of the feed (%o)', async (fields) => {
  const shown = { ...feed, ...fields }
  const template = document.createElement('template')
  const cover = shown.coverImageUrl
  template.innerHTML = await markupOf({ ...shown, ...placeholders, coverImageUrl: cover && '__cover__' })
  const copy = document.createElement('ul')
  copy.append(fillTemplate(template, { ...shown, cover }))
  expect(copy.innerHTML).toBe(await markupOf(shown))
})

test('the template of a feed depends on what its card shows besides texts', async () => {
  const names = new Map<string, string>()
  for (const coverImageUrl of [null, '__cover__'])
    for (const isPublic of [false, true])
      for (const isOpenToUsers of [false, true])
        for (const isModerated of [false, true]) {
          const variant = { ...feed, coverImageUrl, isPublic, isOpenToUsers, isModerated }
          const name = feedTemplateOf(variant)
          const markup = await markupOf(variant)
          expect(names.get(name) ?? markup).toBe(markup)
          names.set(name, markup)
        }
  expect(new Set(names.values()).size).toBe(names.size)
})

test('a picture that is not known yet leaves its place empty', async () => {
  const template = document.createElement('template')
  template.innerHTML = await markupOf({ ...feed, ...placeholders, coverImageUrl: '__cover__' })
  const card = fillTemplate(template, { ...feed, cover: '' })
  expect([card.querySelectorAll('img').length, card.querySelectorAll('b').length]).toEqual([0, 1])
})
