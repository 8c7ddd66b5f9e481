import type { RichBlock, RichText } from '@noroshi/contract/pages/rich-text'
import type { Deps } from '#/deps.ts'
import { keepDocument } from '#/features/pages/documents.service.ts'
import { submitDraft } from '#/features/pages/drafts.service.ts'
import { addMembers, changeMember } from '#/features/pages/page-members.service.ts'
import { createPage } from '#/features/pages/pages-admin.service.ts'
import { publish } from '#/features/pages/publishing.service.ts'
import { reviewDraft } from '#/features/pages/review.service.ts'
import type { Doer, SignedIn } from '#/http/authenticate.ts'
import type { DemoBlock, SceneBlock } from './blocks.ts'
import type { Community } from './demo.ts'
import { pages } from './pages.ts'
import type { DemoName } from './people.ts'
import { drawScenes } from './pictures.ts'
import type { SceneName } from './scenes.ts'

const MINUTE = 60_000
/** Minutes before the demo began at which the pages were made. */
const MADE = 8000

type DemoPage = (typeof pages)[number]
type Written = DemoPage['written'][number]
/** The services, as they ran so many minutes ago. */
type Then = (minutesAgo: number) => Deps
/** The pictures that a page shows already. */
type Drawn = Map<SceneName, RichBlock>

/** Pages with a history, and drafts that wait, were approved and were rejected. */
export async function loadPages(deps: Deps, { actor, ip }: Doer, community: Community): Promise<void> {
  const begun = deps.now().getTime()
  const then: Then = (minutesAgo) => ({ ...deps, now: () => new Date(begun - minutesAgo * MINUTE) })
  const doer = (name: DemoName): Doer => ({ actor: community[name], ip })
  for (const page of pages) {
    const id = await makePage(then(MADE), { actor, ip }, community, page)
    const drawn = new Map<SceneName, RichBlock>()
    for (const one of page.written) await write(then, doer, id, one, drawn)
  }
}

async function makePage(deps: Deps, doer: Doer, community: Community, { title, isPublic, members }: DemoPage): Promise<string> {
  const { id } = await createPage(deps, doer, { title, isPublic })
  const names = Object.keys(members) as DemoName[] // the object's own keys
  const userIds = names.map((one) => community[one].id)
  const { items } = await addMembers(deps, doer, id, userIds)
  for (const one of names) {
    const member = items.find(({ UserId }) => UserId === community[one].id)
    if (member) await changeMember(deps, doer, id, member.id, members[one] ?? {})
  }
  return id
}

async function write(then: Then, doer: (name: DemoName) => Doer, id: string, written: Written, drawn: Drawn): Promise<void> {
  const { by, minutesAgo, blocks } = 'publish' in written ? written.publish : written.draft
  const { actor } = doer(by)
  const content = await illustrated(then(minutesAgo), actor, blocks, drawn)
  if ('publish' in written) {
    await publish(then(minutesAgo), doer(by), id, { content })
    return
  }
  const { baseRevision, review } = written.draft
  const sent = { PageId: id, draftContent: content, location: null, ...(baseRevision !== undefined && { baseRevision }) }
  const draft = await submitDraft(then(minutesAgo), actor, sent)
  if (!review) return
  const verdict = { id: draft.id, PageId: id, status: review.status, reviewRemarks: review.remarks }
  await reviewDraft(then(review.minutesAgo), doer(review.by), verdict)
}

/** Its pictures are uploaded by whoever shows them first. */
async function illustrated(deps: Deps, viewer: SignedIn, blocks: readonly DemoBlock[], drawn: Drawn): Promise<RichText> {
  const content: RichBlock[] = []
  for (const block of blocks) content.push('scene' in block ? await drawnOnce(deps, viewer, block, drawn) : block)
  return { type: 'doc', content }
}

async function drawnOnce(deps: Deps, viewer: SignedIn, { scene, alt }: SceneBlock, drawn: Drawn): Promise<RichBlock> {
  const before = drawn.get(scene)
  if (before) return before
  const { documentUrl: src } = await keepDocument(deps, viewer, await drawScenes(deps, [scene]))
  const picture: RichBlock = { type: 'image', attrs: { src, alt, width: null, height: null } }
  drawn.set(scene, picture)
  return picture
}
