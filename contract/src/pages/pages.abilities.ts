import { defineAbilities, type Viewer } from '../define.ts'

/** The facts that rights in a page hang on. A page and `members/me` (404: null) are these facts as they come. */
export interface PageFacts {
  readonly isPublic: boolean
  /** The viewer's own; null: no member. */
  readonly membership: {
    readonly canUpdate: boolean
    readonly canModerateUpdates: boolean
    readonly canModerateMembers: boolean
  } | null
}

export interface PageMemberFacts extends PageFacts {
  /** Whose membership it is about. */
  readonly UserId: string
  readonly CreatedByUserId: string
}

export interface DraftFacts {
  readonly page: PageFacts
  readonly DraftedByUserId: string
}

const mayOpen = (viewer: Viewer, page: PageFacts) => page.isPublic || viewer !== null
const contributes = (viewer: Viewer, page: PageFacts) => viewer !== null && page.membership?.canUpdate === true
const moderates = (viewer: Viewer, page: PageFacts) => viewer !== null && page.membership?.canModerateUpdates === true
const managesMembers = (viewer: Viewer, page: PageFacts) =>
  viewer !== null && (viewer.isAdmin || page.membership?.canModerateMembers === true)
const isDrafter = (viewer: Viewer, draft: DraftFacts) => viewer?.id === draft.DraftedByUserId

/** Specification, section 6; product decisions 'Feeds and pages'. Who may not open a page or a draft gets 404, never 403. */
export const pageAbilities = defineAbilities({
  'page:open': mayOpen,
  /** Submits drafts. */
  'page:contribute': contributes,
  /** Publishes directly, reviews drafts, reads and restores the history. */
  'page:moderate': moderates,
  /** Opens the editor, and uploads documents. */
  'page:edit': (viewer, page: PageFacts) => contributes(viewer, page) || moderates(viewer, page),
  /** Administrators too, so that no page is left without anybody who looks after its members. */
  'page:manageMembers': managesMembers,
  'page:changeMember': (viewer, member: PageMemberFacts) =>
    managesMembers(viewer, member) &&
    (viewer?.isAdmin === true || (member.UserId !== viewer?.id && member.UserId !== member.CreatedByUserId)),
  /** Creates, renames and deletes pages. */
  'page:administer': (viewer) => viewer?.isAdmin === true,
  'draft:open': (viewer, draft: DraftFacts) => isDrafter(viewer, draft) || moderates(viewer, draft.page),
  /** That it still waits is a state, not a right: a reviewed one answers 409. */
  'draft:review': (viewer, draft: DraftFacts) => moderates(viewer, draft.page),
  'draft:discard': (viewer, draft: DraftFacts) => viewer !== null && isDrafter(viewer, draft),
})
