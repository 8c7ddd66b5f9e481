import { defineAbilities, type Viewer } from '../define.ts'
import { mayChangeMember, mayGrantFlag, type MemberFacts } from '../member-rights.ts'

/** The facts that determine the rights in a page. The replies for a page and for its `membership` contain them. */
export interface PageFacts {
  readonly isPublic: boolean
  /** The viewer's membership; null: the viewer is not a member. */
  readonly membership: {
    readonly canUpdate: boolean
    readonly canModerateUpdates: boolean
    readonly canModerateMembers: boolean
  } | null
}

export interface PageMemberFacts extends PageFacts, MemberFacts {}

/** A flag that the viewer gives to a member of a page. */
export interface PageGrantFacts extends PageFacts {
  /** The flag to give to a member. */
  readonly flag: keyof NonNullable<PageFacts['membership']>
}

/** A draft of a page, for its rights. */
export interface DraftFacts {
  readonly page: PageFacts
  readonly DraftedByUserId: string
}

const mayOpen = (viewer: Viewer, page: PageFacts) => page.isPublic || viewer !== null
const isContributor = (viewer: Viewer, page: PageFacts) => viewer !== null && page.membership?.canUpdate === true
const isModerator = (viewer: Viewer, page: PageFacts) => viewer !== null && page.membership?.canModerateUpdates === true
const mayManageMembers = (viewer: Viewer, page: PageFacts) =>
  viewer !== null && (viewer.isAdmin || page.membership?.canModerateMembers === true)
const isDraftAuthor = (viewer: Viewer, draft: DraftFacts) => viewer?.id === draft.DraftedByUserId

/**
 * The rights in pages (specification, section 6). Without the right to open a page or draft the server answers 404, never 403.
 */
export const pageAbilities = defineAbilities({
  'page:open': mayOpen,
  /** Submits drafts. */
  'page:contribute': isContributor,
  /** Publishes directly, reviews drafts, reads and restores revisions. */
  'page:moderate': isModerator,
  /** Opens the editor, and uploads documents. */
  'page:edit': (viewer, page: PageFacts) => isContributor(viewer, page) || isModerator(viewer, page),
  /** Administrators have it too, so that each page has users who can manage its members. */
  'page:manageMembers': mayManageMembers,
  'page:changeMember': (viewer, member: PageMemberFacts) => mayChangeMember(viewer, mayManageMembers(viewer, member), member),
  'page:grantFlag': (viewer, grant: PageGrantFacts) =>
    mayGrantFlag(viewer, mayManageMembers(viewer, grant), grant.membership, grant.flag),
  /** Creates, renames and deletes pages. */
  'page:administer': (viewer) => viewer?.isAdmin === true,
  'draft:open': (viewer, draft: DraftFacts) => isDraftAuthor(viewer, draft) || isModerator(viewer, draft.page),
  /** Whether the draft is pending is a state, not a right: the review of a reviewed draft answers 409. */
  'draft:review': (viewer, draft: DraftFacts) => isModerator(viewer, draft.page),
  'draft:discard': (viewer, draft: DraftFacts) => viewer !== null && isDraftAuthor(viewer, draft),
})
