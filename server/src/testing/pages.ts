import { draftRoutes, type PageDraft } from '@noroshi/contract/pages/drafts.http'
import { documentRoutes } from '@noroshi/contract/pages/documents.http'
import { type PageFlags, type PageMember, pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { type Page, pageRoutes } from '@noroshi/contract/pages/pages.http'
import type { RichBlock, RichText } from '@noroshi/contract/pages/rich-text'
import type { Caller } from './caller.ts'
import type { Person } from './unit.ts'

/** A content, as it is sent. */
export const contentOf = (...blocks: (RichBlock | string)[]): string =>
  JSON.stringify({ type: 'doc', content: blocks.map(blockOf) } satisfies RichText)

const blockOf = (block: RichBlock | string): RichBlock =>
  typeof block === 'string' ? { type: 'paragraph', content: [{ type: 'text', text: block }] } : block

export const picture = (src: string, alt = ''): RichBlock => ({ type: 'image', attrs: { src, alt, width: null, height: null } })

/** What people do with pages; each throws where the unit refuses, but for those that only try. */
export const makesPage = (admin: Caller, form: object = {}): Promise<Page> =>
  admin.gets(pageRoutes.create, { body: { title: 'What to pack', ...form } })

export async function employs(
  manager: Caller,
  pageId: string,
  person: Pick<Person, 'id'>,
  flags: Partial<PageFlags> = {},
): Promise<PageMember> {
  const params = { id: pageId }
  const { items } = await manager.gets(pageMemberRoutes.add, { params, body: { members: [person.id] } })
  const member = items.find(({ UserId }) => UserId === person.id)
  if (!member) throw new Error('nobody was taken in')
  return manager.gets(pageMemberRoutes.change, {
    params: { ...params, memberId: member.id },
    body: { canUpdate: false, canModerateUpdates: false, canModerateMembers: false, ...flags },
  })
}

export const opensPage = (person: Caller, id: string) => person.asks(pageRoutes.get, { params: { id } })
export const readsPage = (person: Caller, id: string): Promise<Page> => person.gets(pageRoutes.get, { params: { id } })

export const triesToPublish = (person: Caller, id: string, content: string, baseRevision?: number) =>
  person.asks(pageRoutes.publish, { params: { id }, body: { content, baseRevision } })
export const publishes = (person: Caller, id: string, ...blocks: (RichBlock | string)[]): Promise<Page> =>
  person.gets(pageRoutes.publish, { params: { id }, body: { content: contentOf(...blocks) } })
export const renames = (admin: Caller, id: string, form: object): Promise<Page> =>
  admin.gets(pageRoutes.rename, { params: { id }, body: { title: 'What to pack', ...form } })
export const removes = (admin: Caller, id: string) => admin.gets(pageRoutes.remove, { params: { id } })

export const triesToDraft = (person: Caller, id: string, draftContent: string, more: object = {}) =>
  person.asks(draftRoutes.create, { body: { PageId: id, draftContent, location: null, ...more } })
export const drafts = (person: Caller, id: string, ...blocks: (RichBlock | string)[]): Promise<PageDraft> =>
  person.gets(draftRoutes.create, { body: { PageId: id, draftContent: contentOf(...blocks) } })

export const judges = (
  person: Caller,
  { id, PageId }: Pick<PageDraft, 'id' | 'PageId'>,
  status: 'approved' | 'rejected',
  more: object = {},
) => person.asks(draftRoutes.review, { body: { id, PageId, status, ...more } })

export const discards = (person: Caller, { id, PageId }: Pick<PageDraft, 'id' | 'PageId'>) =>
  person.asks(draftRoutes.discard, { params: { id: PageId, draftId: id } })

/** The address of a new document. */
export async function uploads(person: Caller, words = 'a map', name = 'map.txt'): Promise<string> {
  const files = [{ field: 'file', name, bytes: new TextEncoder().encode(words) }]
  return (await person.gets(documentRoutes.upload, { form: {}, files })).documentUrl
}
