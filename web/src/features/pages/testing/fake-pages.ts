import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { PageDraftHead } from '@noroshi/contract/pages/drafts.http'
import type { PageMember } from '@noroshi/contract/pages/page-members.http'
import type { Page, PageCard } from '@noroshi/contract/pages/pages.http'
import { EMPTY_CONTENT } from '@noroshi/contract/pages/rich-text'

const idOf = (kind: number, number: number) =>
  `0199${String(kind).padStart(4, '0')}-0000-7000-8000-${String(number).padStart(12, '0')}`
const minute = (number: number) => new Date(Date.UTC(2026, 10, 21, 9, number)).toISOString()

export const person = (firstName: string): Person => ({
  id: idOf(1, firstName.charCodeAt(0)),
  firstName,
  lastName: '',
  fullName: firstName,
  avatarUrl: null,
})

/** Returns a new public page of Aiko. */
export const aPage = (number: number, changes: Partial<Page> = {}): Page => ({
  id: idOf(8, number),
  title: `Page ${number}`,
  excerpt: '',
  firstMedia: null,
  isPublic: true,
  revision: 1,
  publishedAt: minute(number),
  publishedBy: person('Aiko'),
  CreatedByUserId: person('Aiko').id,
  createdBy: person('Aiko'),
  createdAt: minute(number),
  updatedAt: minute(number),
  version: 1,
  content: JSON.stringify(EMPTY_CONTENT),
  ...changes,
})

/** Returns the fields of a page in lists and events. */
export function cardOf({ content: _content, ...card }: Page): PageCard {
  return card
}

export const aMember = (page: Page, user: Person, flags: Partial<PageMember> = {}): PageMember => ({
  id: idOf(9, user.firstName.charCodeAt(0)),
  PageId: page.id,
  UserId: user.id,
  user,
  canUpdate: true,
  canModerateUpdates: false,
  canModerateMembers: false,
  isActive: true,
  createdAt: minute(0),
  updatedAt: minute(0),
  version: 1,
  ...flags,
})

/** Returns the id of a draft. Higher numbers are newer. */
export const draftId = (number: number): string => idOf(10, number)

/** Returns a draft that awaits approval. */
export const aDraft = (page: Page, draftedBy: Person, changes: Partial<PageDraftHead> = {}): PageDraftHead => ({
  id: idOf(10, draftedBy.firstName.charCodeAt(0)),
  PageId: page.id,
  baseRevision: page.revision,
  status: 'pending',
  excerpt: '',
  reviewRemarks: null,
  reviewedBy: null,
  reviewedAt: null,
  DraftedByUserId: draftedBy.id,
  draftedBy,
  createdAt: minute(30),
  updatedAt: minute(30),
  version: 1,
  ...changes,
})
