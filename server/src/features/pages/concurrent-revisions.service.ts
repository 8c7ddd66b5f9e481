import { v5 as uuidv5 } from 'uuid'
import { parseRichText, plainTextOf, type RichText } from '@noroshi/contract/pages/rich-text'
import type { Tx } from '#/db/transaction.ts'
import {
  type HistoryNode,
  historyOf,
  pendingConcurrentDrafts,
  renumberRevision,
  setDraftBase,
} from './concurrent-revisions.sql.ts'
import { recordReceivedUses } from './documents.service.ts'
import { closeDraft, draftById, insertDraft } from './drafts.sql.ts'
import { emitDraftChanged, emitPageChanged } from './page-events.service.ts'
import { pageById, setPublishedRevision } from './pages.sql.ts'
import { excerptOf, publishedColumnsOf } from './published-columns.ts'
import { contentOf, idOfRevision } from './revisions.sql.ts'

/** The namespace of the ids of drafts that follow from the id of a revision (UUID version 5), so that all units make the same one. */
const DRAFTS_OF_REVISIONS = 'd3f1a1de-6a9b-4c05-9a5e-0f7c2b6e8a41'

const isBelow = (one: HistoryNode, other: HistoryNode): boolean => {
  const [mine, theirs] = [one.changed_by ?? '', other.changed_by ?? '']
  if (one.changed !== other.changed) return one.changed < other.changed
  return mine === theirs ? one.id < other.id : mine < theirs
}

/** Returns the revision that all units publish: the latest of those that no other one replaces. */
const latestOf = (history: readonly HistoryNode[]): HistoryNode | undefined =>
  history
    .filter((node) => !node.is_replaced)
    .reduce<HistoryNode | undefined>((latest, node) => (latest === undefined || isBelow(latest, node) ? node : latest), undefined)

/** Returns a revision and all that it has replaced, without what the retention has removed. */
function lineageOf(history: readonly HistoryNode[], id: string): Set<HistoryNode> {
  const nodes = new Map(history.map((node) => [node.id, node]))
  const lineage = new Set<HistoryNode>()
  const waiting = [id]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = nodes.get(next)
    if (node === undefined || lineage.has(node)) continue
    lineage.add(node)
    waiting.push(...node.parents)
  }
  return lineage
}

/**
 * Returns the last revision that both have replaced. If the retention has removed it, returns the oldest one that was published here.
 */
function baseOf(history: readonly HistoryNode[], published: HistoryNode, concurrent: HistoryNode): HistoryNode {
  const lineage = lineageOf(history, published.id)
  const common = [...lineageOf(history, concurrent.id)].filter((node) => lineage.has(node))
  const replaced = new Set(common.flatMap(({ parents }) => parents))
  const [first = published, ...others] = common.filter(({ id }) => !replaced.has(id))
  if (common.length > 0) return others.reduce((last, node) => (isBelow(last, node) ? node : last), first)
  return history.reduce((oldest, node) => (node.revision > 0 && node.revision < oldest.revision ? node : oldest), published)
}

/**
 * Gives a received revision, and those before it, the next numbers of the page, unless they have one: what follows them is published.
 * @returns the last number of the page
 */
export async function placeInHistory(tx: Tx, pageId: string, id: string): Promise<number> {
  const history = await historyOf(tx, pageId)
  let last = Math.max(0, ...history.map(({ revision }) => revision))
  const unplaced = [...lineageOf(history, id)].filter(({ revision }) => revision <= 0)
  // The number falls with each revision that arrives.
  for (const node of unplaced.toSorted((one, other) => one.changed - other.changed || other.revision - one.revision))
    await renumberRevision(tx, pageId, node.id, ++last)
  return last
}

/**
 * Joins a received revision with the history of its locked page: publishes the latest of those that no other one replaces, and
 * offers each of the others as a draft. Units that have the same revisions publish the same one and have the same drafts.
 */
export async function joinRevision(
  tx: Tx,
  page: { readonly id: string; readonly revision: number },
  received: Pick<HistoryNode, 'id' | 'parents' | 'is_replaced' | 'published_at'>,
): Promise<void> {
  const published = await idOfRevision(tx, page.id, page.revision)
  if (!received.is_replaced && received.parents.length === 1 && received.parents[0] === published) {
    // It follows what is published, as most do: the drafts stay as they are.
    const revision = page.revision + 1
    await renumberRevision(tx, page.id, received.id, revision)
    await showRevision(tx, page.id, revision, received.published_at)
    return
  }
  const latest = latestOf(await historyOf(tx, page.id))
  if (latest !== undefined && latest.revision <= 0)
    await showRevision(tx, page.id, await placeInHistory(tx, page.id, latest.id), latest.published_at)
  await joinConcurrentDrafts(tx, page.id)
}

/** Shows a received revision as the published one. */
async function showRevision(tx: Tx, pageId: string, revision: number, at: Date): Promise<void> {
  const doc = await readDocument(tx, pageId, revision)
  const known = await recordReceivedUses(tx, doc, { page_id: pageId, revision })
  const { media_file_id, ...columns } = publishedColumnsOf(doc)
  const content = { ...columns, media_file_id: media_file_id !== null && known.has(media_file_id) ? media_file_id : null }
  await setPublishedRevision(tx, pageId, revision, content, at)
  const page = await pageById(tx, null, pageId)
  if (page !== undefined) emitPageChanged(tx, page)
}

/**
 * Offers each revision that no other one replaces, except the published one, as a pending draft, whose base is the last revision
 * that both have replaced. Closes the drafts of those that are replaced since.
 */
export async function joinConcurrentDrafts(tx: Tx, pageId: string): Promise<void> {
  const history = await historyOf(tx, pageId)
  const published = latestOf(history)
  if (published === undefined) return
  const concurrent = history.filter((node) => !node.is_replaced && node !== published)
  for (const node of concurrent) await offerDraft(tx, pageId, node, baseOf(history, published, node))
  for (const { id, merges } of await pendingConcurrentDrafts(tx, pageId)) {
    if (merges === null || concurrent.some((node) => node.id === merges)) continue
    const merging = history.find(({ parents }) => parents.length > 1 && parents.includes(merges))
    const at = (merging ?? published).published_at
    const review = { status: 'approved' as const, reviewed_by: merging?.published_by ?? null, reviewed_at: at }
    await closeDraft(tx, id, merging === undefined ? { status: 'discarded' } : review, at)
    await emitDraft(tx, pageId, id)
  }
}

async function offerDraft(tx: Tx, pageId: string, node: HistoryNode, base: HistoryNode): Promise<void> {
  const id = uuidv5(node.id, DRAFTS_OF_REVISIONS)
  const stored = await draftById(tx, pageId, id)
  if (stored === undefined) {
    const doc = await readDocument(tx, pageId, node.revision)
    const [content, excerpt] = [JSON.stringify(doc), excerptOf(plainTextOf(doc))]
    const authorship = { drafted_by: node.published_by, created_at: node.published_at, updated_at: node.published_at }
    await insertDraft(tx, { id, page_id: pageId, base_revision: base.revision, merges: node.id, content, excerpt, ...authorship })
    await recordReceivedUses(tx, doc, { page_id: pageId, draft_id: id })
  } else if (stored.status !== 'pending' || stored.base_revision === base.revision) return
  else await setDraftBase(tx, id, base.revision)
  await emitDraft(tx, pageId, id)
}

async function emitDraft(tx: Tx, pageId: string, id: string): Promise<void> {
  const draft = await draftById(tx, pageId, id)
  if (draft !== undefined) emitDraftChanged(tx, draft)
}

async function readDocument(tx: Tx, pageId: string, revision: number): Promise<RichText> {
  const doc = parseRichText((await contentOf(tx, pageId, revision)) ?? '')
  if (doc === null) throw new Error(`revision ${revision} of page ${pageId} is not valid rich text`)
  return doc
}
