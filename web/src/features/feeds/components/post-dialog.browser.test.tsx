import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Media } from '@noroshi/contract/files'
import { FILES_MAX } from '@noroshi/contract/limits'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { aFeed, aPost, person } from '../testing/fake-posts.ts'
import { PostDialog } from './post-dialog.tsx'

const chie = person('Chie')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const mediaId = (index: number) => `01990000-0000-7000-8000-00000000000${index.toString(16)}`
const postMedia = Array.from({ length: FILES_MAX }, (_, index): Media => ({
  id: mediaId(index),
  type: 'text/plain',
  mediaUrl: `/backend/uploads/${index}`,
  previewName: `${index}.txt`,
  previewUrl: null,
  width: null,
  height: null,
  size: 10,
}))
const onClose = vi.fn()

/** The reply to the next form; null if its connection is lost. */
let refusal: { readonly status: number; readonly responseText: string } | null = null

/** The forms that were sent. */
const sent: { readonly method: string; readonly url: string; readonly form: FormData }[] = []
let opened: readonly [method: string, url: string | URL] = ['', '']

beforeEach(async () => {
  vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation((method, url) => void (opened = [method, url]))
  vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockImplementation(() => undefined)
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
    if (body instanceof FormData) sent.push({ method: opened[0], url: String(opened[1]), form: body })
    for (const [name, value] of Object.entries(refusal ?? {})) Object.defineProperty(this, name, { value })
    this.dispatchEvent(new ProgressEvent(refusal ? 'load' : 'error'))
    this.dispatchEvent(new ProgressEvent('loadend'))
  })
  setCurrentUser({ id: chie.id, isAdmin: false })
  const facts = { ...aFeed, allowsPostByAnyUser: true, membership: null }
  await renderPage(
    <PostDialog
      feedId={aFeed.id}
      facts={facts}
      post={aPost(1, { postMedia, textContent: 'the water falls' })}
      onClose={onClose}
    />,
  )
})
afterEach(() => {
  sent.length = 0
  refusal = null
  setCurrentUser(null)
  vi.restoreAllMocks()
})

/** Chooses files in the open picker. */
async function choose(...names: readonly string[]) {
  await expect.element(button('Choose files')).toBeVisible()
  const input = document.querySelector('input[type=file]')
  if (!input) throw new Error('the picker has no file input')
  await userEvent.upload(
    input,
    names.map((name) => new File([name], name, { type: 'text/plain', lastModified: 1 })),
  )
}
const remove = (index: number) => button(`Remove ${index}.txt`).click()
const namesIn = (form: FormData) => form.getAll('mediaUrl').map((file) => (file instanceof File ? file.name : ''))

test('the author of a post with ten files can add none before one is removed, and then only one', async () => {
  await button('File').click()
  await expect.element(page.getByText('You can add up to 10 files. Remove one to add another.')).toBeVisible()
  await expect.element(button('Choose files')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await remove(3)
  await button('File').click()
  await choose('new.txt', 'surplus.txt')
  await expect.element(page.getByText('You can add up to 10 files', { exact: true })).toBeVisible()
  await button('Done').click()
  await expect.element(button('Remove new.txt')).toBeVisible()
  await expect.element(button('Remove surplus.txt')).not.toBeInTheDocument()
})

test('a changed post is sent as one request, again with the same client id, and with another one after a further change', async () => {
  await remove(3)
  await remove(5)
  await button('File').click()
  await choose('new.txt')
  await button('Done').click()
  const save = async (count: number) => {
    await button('Save').click()
    await expect.poll(() => sent).toHaveLength(count)
    await expect.element(button('Save')).toBeVisible()
  }
  await save(1)
  await save(2)
  await page.getByRole('textbox', { name: 'What do you want to share?' }).fill('the water rises')
  await save(3)
  expect(onClose).not.toHaveBeenCalled()
  for (const { method, url, form } of sent) {
    expect(`${method} ${url}`).toBe(`PUT /backend/api/feeds/${aFeed.id}/posts/${aPost(1).id}`)
    expect(form.get('removedMediaIds')).toBe(`${mediaId(3)},${mediaId(5)}`)
    expect(namesIn(form)).toEqual(['new.txt'])
  }
  const [first, repeated, changed] = sent.map(({ form }) => form.get('clientId'))
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect(repeated).toBe(first)
  expect(changed).not.toBe(first)
})

test.each([
  ['post.empty', 'Empty content', 'Post must have content'],
  ['post.notFound', 'The post was not updated', 'This post was not found'],
])(
  'a change that the server refuses with %s has the title %s and the reason %s, and the dialog stays',
  async (code, title, message) => {
    refusal = { status: 400, responseText: JSON.stringify({ code, message, issues: [] }) }
    await button('Save').click()
    await expect.element(page.getByText(title, { exact: true })).toBeVisible()
    await expect.element(page.getByText(new RegExp(message))).toBeVisible()
    await expect.element(button('Save')).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
  },
)
