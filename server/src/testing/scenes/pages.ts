import { draftRoutes, type PageDraft } from '@noroshi/contract/pages/drafts.http'
import { documentRoutes } from '@noroshi/contract/pages/documents.http'
import { type PageFlags, type PageMember, pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { type Page, pageRoutes } from '@noroshi/contract/pages/pages.http'
import type { RichBlock, RichText } from '@noroshi/contract/pages/rich-text'
import type { Caller } from '../caller.ts'
import type { TestUser } from '../test-server.ts'

/** Returns page content as JSON. A string becomes a paragraph. */
export const contentOf = (...blocks: (RichBlock | string)[]): string =>
  JSON.stringify({ type: 'doc', content: blocks.map(blockOf) } satisfies RichText)

const blockOf = (block: RichBlock | string): RichBlock =>
  typeof block === 'string' ? { type: 'paragraph', content: [{ type: 'text', text: block }] } : block

export const picture = (src: string, alt = ''): RichBlock => ({ type: 'image', attrs: { src, alt, width: null, height: null } })

// Actions of users on pages. All except the request and review functions throw for an error status.
export const createPage = (admin: Caller, form: object = {}): Promise<Page> =>
  admin.fetch(pageRoutes.create, { body: { title: 'What to pack', ...form } })

export async function addPageMember(
  manager: Caller,
  pageId: string,
  person: Pick<TestUser, 'id'>,
  flags: Partial<PageFlags> = {},
): Promise<PageMember> {
  const params = { id: pageId }
  const { items } = await manager.fetch(pageMemberRoutes.add, { params, body: { members: [person.id] } })
  const member = items.find(({ UserId }) => UserId === person.id)
  if (!member) throw new Error('the member was not added')
  return manager.fetch(pageMemberRoutes.change, {
    params: { ...params, memberId: member.id },
    body: { canUpdate: false, canModerateUpdates: false, canModerateMembers: false, ...flags },
  })
}

export const requestGetPage = (person: Caller, id: string) => person.request(pageRoutes.get, { params: { id } })
export const fetchPage = (person: Caller, id: string): Promise<Page> => person.fetch(pageRoutes.get, { params: { id } })

export const requestPublish = (person: Caller, id: string, content: string, baseRevision?: number) =>
  person.request(pageRoutes.publish, { params: { id }, body: { content, baseRevision } })
export const publishPage = (person: Caller, id: string, ...blocks: (RichBlock | string)[]): Promise<Page> =>
  person.fetch(pageRoutes.publish, { params: { id }, body: { content: contentOf(...blocks) } })
export const renamePage = (admin: Caller, id: string, form: object): Promise<Page> =>
  admin.fetch(pageRoutes.rename, { params: { id }, body: { title: 'What to pack', ...form } })
export const deletePage = (admin: Caller, id: string) => admin.fetch(pageRoutes.remove, { params: { id } })

export const requestDraft = (person: Caller, id: string, draftContent: string, more: object = {}) =>
  person.request(draftRoutes.create, { body: { PageId: id, draftContent, location: null, ...more } })
export const submitDraft = (person: Caller, id: string, ...blocks: (RichBlock | string)[]): Promise<PageDraft> =>
  person.fetch(draftRoutes.create, { body: { PageId: id, draftContent: contentOf(...blocks) } })

export const reviewDraft = (
  person: Caller,
  { id, PageId }: Pick<PageDraft, 'id' | 'PageId'>,
  status: 'approved' | 'rejected',
  more: object = {},
) => person.request(draftRoutes.review, { body: { id, PageId, status, ...more } })

export const discardDraft = (person: Caller, { id, PageId }: Pick<PageDraft, 'id' | 'PageId'>) =>
  person.request(draftRoutes.discard, { params: { id: PageId, draftId: id } })

/** Uploads a document and returns its URL. */
export async function uploadDocument(person: Caller, text = 'a map', name = 'map.txt'): Promise<string> {
  const files = [{ field: 'file', name, bytes: new TextEncoder().encode(text) }]
  return (await person.fetch(documentRoutes.upload, { form: {}, files })).documentUrl
}
