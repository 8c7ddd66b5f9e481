import { draftRoutes, type DraftStatus, type PageDraft, type PageDraftHead } from '@noroshi/contract/pages/drafts.http'
import { type PageMember, pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { type Page, pageRoutes } from '@noroshi/contract/pages/pages.http'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import type { JournalEvent } from '../../../platform/store/testing/stored-pages.ts'
import { aDraft, aMember, aPage, cardOf, draftId, person } from './fake-pages.ts'

/** The user of the page, who reads, drafts and sometimes reviews. */
export const ben = person('Ben')
const mei = person('Mei')

export const changes = [
  ...(['create', 'rename', 'publish', 'remove', 'join', 'moderate', 'leave'] as const),
  ...(['draft', 'draftOfOther', 'approve', 'reject', 'discard'] as const),
]
export type Change = (typeof changes)[number]

interface Entry {
  page: Page
  membership: PageMember | null
  readonly drafts: PageDraft[]
}

interface Options {
  readonly params: { readonly id: string }
  readonly query?: { readonly cursor?: string }
}

const headOf = ({ draftContent: _content, ...head }: PageDraft): PageDraftHead => head

/** A server with pages and their drafts, and the events that a signed-in user receives. */
export class PageServer {
  readonly journal: JournalEvent[] = []
  /** Journals no events. */
  isSilent = false
  /** The ids of the pages whose drafts the user could not review for a while. */
  readonly left = new Set<string>()
  /** Pages that are removed are undefined. */
  readonly #entries: (Entry | undefined)[] = []
  readonly #pageSize: number
  #drafts = 0

  constructor(pageSize: number) {
    this.#pageSize = pageSize
  }

  change(change: Change, nth: number) {
    if (change === 'create') {
      const page = aPage(this.#entries.length)
      this.#entries.push({ page, membership: null, drafts: [] })
      return this.#emit('page:updated', cardOf(page))
    }
    const index = nth % Math.max(1, this.#entries.length)
    const entry = this.#entries[index]
    if (!entry) return
    const { page } = entry
    const version = page.version + 1
    if (change === 'rename') this.#putPage(entry, { ...page, version, title: `${page.title}!` })
    if (change === 'publish') this.#publish(entry, `{"revision":${page.revision + 1}}`)
    if (change === 'join') this.#putMember(entry, aMember(page, ben, { version }))
    if (change === 'moderate') this.#putMember(entry, aMember(page, ben, { version, canModerateUpdates: true }))
    if (change === 'leave') this.#putMember(entry, null)
    if (change === 'draft' && entry.membership) this.#submit(entry, ben)
    if (change === 'draftOfOther') this.#submit(entry, mei)
    if (change === 'approve') this.#close(entry, nth, 'approved')
    if (change === 'reject') this.#close(entry, nth, 'rejected')
    if (change === 'discard') this.#close(entry, nth, 'discarded')
    if (change !== 'remove') return
    this.#entries[index] = undefined
    this.#emit('page:deleted', { id: page.id, version })
  }

  #putPage(entry: Entry, page: Page) {
    entry.page = page
    this.#emit('page:updated', cardOf(page))
  }

  #publish(entry: Entry, content: string) {
    const { revision, version } = entry.page
    this.#putPage(entry, { ...entry.page, content, excerpt: content, revision: revision + 1, version: version + 1 })
  }

  #putMember(entry: Entry, membership: PageMember | null) {
    if (this.mayReview(entry.page.id)) this.left.add(entry.page.id)
    entry.membership = membership
    this.#emit('membership:changed', {})
    this.#emit('page:members', { PageId: entry.page.id })
  }

  #submit(entry: Entry, author: typeof ben) {
    const id = draftId(this.#drafts++)
    const draft = { ...aDraft(entry.page, author, { id }), draftContent: `{"draft":"${id}"}` }
    entry.drafts.push(draft)
    this.#emitDraft(entry, draft)
  }

  #close(entry: Entry, nth: number, status: DraftStatus) {
    const index = nth % Math.max(1, entry.drafts.length)
    const draft = entry.drafts[index]
    if (draft?.status !== 'pending') return
    const closed = { ...draft, status, reviewedBy: mei, version: draft.version + 1 }
    entry.drafts[index] = closed
    if (status === 'approved') this.#publish(entry, draft.draftContent)
    this.#emitDraft(entry, closed)
  }

  /** Emits a draft to its author and to the reviewers. */
  #emitDraft({ membership }: Entry, draft: PageDraft) {
    if (draft.DraftedByUserId === ben.id || membership?.canModerateUpdates === true) this.#emit('page:draft', headOf(draft))
  }

  #emit(name: string, payload: unknown) {
    if (!this.isSilent) this.journal.push([name, payload])
  }

  /** Returns all pages. Signed-in users may read each of them. */
  pages = (): Page[] => this.#entries.flatMap((entry) => entry?.page ?? [])

  /** Returns the ids of all pages, including the removed ones. */
  allIds = (): string[] => this.#entries.map((_entry, number) => aPage(number).id)

  idAt = (nth: number): string => aPage(nth % Math.max(1, this.#entries.length)).id

  #find(id: string): Entry {
    const found = this.#entries.find((entry) => entry?.page.id === id)
    if (!found) throw new ApiError(404, { code: 'page.notFound', message: '', issues: [] })
    return found
  }

  membership = (id: string): PageMember | null => this.#find(id).membership

  mayReview = (id: string): boolean => this.membership(id)?.canModerateUpdates === true

  members(id: string): PageMember[] {
    const own = this.membership(id)
    return [aMember(this.#find(id).page, person('Aiko')), ...(own ? [own] : [])]
  }

  /** Returns the user's drafts of a page, newest first. */
  ownDrafts = (id: string): PageDraft[] =>
    this.#find(id)
      .drafts.filter(({ DraftedByUserId }) => DraftedByUserId === ben.id)
      .toReversed()

  allDrafts = (id: string): readonly PageDraft[] => this.#find(id).drafts

  /** Returns the drafts of a page that await approval, oldest first. */
  pendingDrafts = (id: string): PageDraft[] => this.#find(id).drafts.filter(({ status }) => status === 'pending')

  /** Returns the reply to a request of the user. */
  reply(route: unknown, { params, query }: Options) {
    if (route === pageRoutes.list) return { items: this.pages().map(cardOf), nextCursor: null }
    const { id } = params
    if (route === pageRoutes.get) return this.#find(id).page
    if (route === pageMemberRoutes.list) return { items: this.members(id), nextCursor: null }
    if (route === pageMemberRoutes.membership) return { membership: this.membership(id) }
    const isPending = route === draftRoutes.listPending
    if (isPending && !this.mayReview(id)) throw new ApiError(403, { code: 'page.notAllowed', message: '', issues: [] })
    if (!isPending && route !== draftRoutes.listOwn) throw new Error('this model does not reply to the route')
    const after = query?.cursor
    const isAfter = (draft: PageDraft) => after === undefined || (isPending ? draft.id > after : draft.id < after)
    const rest = (isPending ? this.pendingDrafts(id) : this.ownDrafts(id)).filter(isAfter)
    const items = rest.slice(0, this.#pageSize)
    return { items, nextCursor: rest.length > items.length ? (items.at(-1)?.id ?? null) : null }
  }
}
