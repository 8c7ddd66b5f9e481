import type { RichBlock, RichText } from '@noroshi/contract/pages/rich-text'
import type { Deps } from '#/deps.ts'
import { createDocument } from '#/features/pages/documents.service.ts'
import { submitDraft } from '#/features/pages/drafts.service.ts'
import { addMembers, changeMember } from '#/features/pages/page-members.service.ts'
import { createPage } from '#/features/pages/pages-admin.service.ts'
import { publish } from '#/features/pages/publishing.service.ts'
import { reviewDraft } from '#/features/pages/draft-review.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import type { DemoBlock, SceneBlock } from './blocks.ts'
import type { Community } from './demo.ts'
import { pages } from './demo-pages.ts'
import type { DemoName } from './people.ts'
import { drawScenes } from './demo-pictures.ts'
import type { SceneName } from './scenes.ts'

const MINUTE = 60_000
/** Minutes before the start of the demo at which the pages are created. */
const CREATED_MINUTES_AGO = 8000

type DemoPage = (typeof pages)[number]
type DemoChange = DemoPage['changes'][number]
/** Returns dependencies whose clock is the given number of minutes behind. */
type DepsAt = (minutesAgo: number) => Deps
/** The uploaded pictures of a page. */
type UploadedPictures = Map<SceneName, RichBlock>

/** Creates pages with a history, and pending, approved and rejected drafts. */
export async function loadPages(deps: Deps, { actor, ip }: AuditActor, community: Community): Promise<void> {
  const startedAt = deps.now().getTime()
  const depsAt: DepsAt = (minutesAgo) => ({ ...deps, now: () => new Date(startedAt - minutesAgo * MINUTE) })
  const auditActor = (name: DemoName): AuditActor => ({ actor: community[name], ip })
  for (const page of pages) {
    const id = await createDemoPage(depsAt(CREATED_MINUTES_AGO), { actor, ip }, community, page)
    const uploaded = new Map<SceneName, RichBlock>()
    for (const change of page.changes) await applyChange(depsAt, auditActor, id, change, uploaded)
  }
}

async function createDemoPage(
  deps: Deps,
  auditActor: AuditActor,
  community: Community,
  { title, isPublic, members }: DemoPage,
): Promise<string> {
  const { id } = await createPage(deps, auditActor, { title, isPublic })
  const names = Object.keys(members) as DemoName[] // Object.keys returns strings
  const userIds = names.map((one) => community[one].id)
  const { items } = await addMembers(deps, auditActor, id, userIds)
  for (const one of names) {
    const member = items.find(({ UserId }) => UserId === community[one].id)
    if (member) await changeMember(deps, auditActor, id, member.id, members[one] ?? {})
  }
  return id
}

async function applyChange(
  depsAt: DepsAt,
  auditActor: (name: DemoName) => AuditActor,
  id: string,
  change: DemoChange,
  uploaded: UploadedPictures,
): Promise<void> {
  const { by, minutesAgo, blocks } = 'publish' in change ? change.publish : change.draft
  const { actor } = auditActor(by)
  const content = await withPictures(depsAt(minutesAgo), actor, blocks, uploaded)
  if ('publish' in change) {
    await publish(depsAt(minutesAgo), auditActor(by), id, { content })
    return
  }
  const { baseRevision, review } = change.draft
  const sent = { PageId: id, draftContent: content, location: null, ...(baseRevision !== undefined && { baseRevision }) }
  const draft = await submitDraft(depsAt(minutesAgo), actor, sent)
  if (!review) return
  const result = { id: draft.id, PageId: id, status: review.status, reviewRemarks: review.remarks }
  await reviewDraft(depsAt(review.minutesAgo), auditActor(review.by), result)
}

/** Replaces scenes by uploaded pictures. The author of the first content with a scene uploads it. */
async function withPictures(
  deps: Deps,
  viewer: SignedIn,
  blocks: readonly DemoBlock[],
  uploaded: UploadedPictures,
): Promise<RichText> {
  const content: RichBlock[] = []
  for (const block of blocks) content.push('scene' in block ? await uploadOnce(deps, viewer, block, uploaded) : block)
  return { type: 'doc', content }
}

async function uploadOnce(
  deps: Deps,
  viewer: SignedIn,
  { scene, alt }: SceneBlock,
  uploaded: UploadedPictures,
): Promise<RichBlock> {
  const before = uploaded.get(scene)
  if (before) return before
  const { documentUrl: src } = await createDocument(deps, viewer, await drawScenes(deps, [scene]))
  const picture: RichBlock = { type: 'image', attrs: { src, alt, width: null, height: null } }
  uploaded.set(scene, picture)
  return picture
}
