import { type AccessOf, admins, adminsCreate, everyActor, groupMembersOnly, members, outcomes } from './access-rules.ts'
import { contentOf } from '../scenes/pages.ts'
import { byId, PNG } from './request-values.ts'
import type { World } from '../scenes/world.ts'

/** All signed-in users may read the page. */
export const pageReaders = outcomes(404, 404, 404, 404, 200, 404, 200, 200)
/** A user who may read the page but is not a reviewer gets 403. */
const reviewers = outcomes(401, 401, 401, 401, 403, 401, 403, 200)

const ofPage = ({ pageId }: World) => byId(pageId)
const ofPageMember = ({ pageId, pageMemberId }: World) => ({ params: { id: pageId, memberId: pageMemberId } })
const ofDraft = ({ pageId, draftId }: World) => ({ params: { id: pageId, draftId } })
const ofRevision = ({ pageId }: World) => ({ params: { id: pageId, revision: '1' } })
const pageForm = { title: 'Shelter rules', isPublic: false }

//                         visitor ended deact. other outsider token admin audience
export const pagesAccess: AccessOf<'pages' | 'drafts' | 'pageMembers' | 'documents'> = {
  pages: {
    // A page for signed-in users in which the audience has all flags. page-rights.test.ts tests single flags and public pages.
    list: { outcomes: everyActor(200) },
    get: { outcomes: pageReaders, request: ofPage },
    create: { outcomes: adminsCreate, request: () => ({ body: pageForm }) },
    rename: { outcomes: admins, request: (world) => ({ ...ofPage(world), body: pageForm }) },
    remove: { outcomes: admins, isAlone: true, request: ofPage },
    publish: {
      outcomes: reviewers,
      isAlone: true,
      request: (world) => ({ ...ofPage(world), body: { content: contentOf('rice') } }),
    },
    listRevisions: { outcomes: reviewers, request: ofPage },
    getRevision: { outcomes: reviewers, request: ofRevision },
    restoreRevision: {
      outcomes: reviewers,
      isAlone: true,
      request: (world) => ({ ...ofRevision(world), body: { baseRevision: 2 } }),
    },
  },
  drafts: {
    create: {
      outcomes: outcomes(401, 401, 401, 401, 403, 401, 403, 201),
      request: ({ pageId }) => ({
        body: { PageId: pageId, draftContent: contentOf('rice'), location: { latitude: 38.2, longitude: 140.9 } },
      }),
    },
    // Only its author and the reviewers may read a draft.
    review: {
      outcomes: groupMembersOnly,
      isAlone: true,
      request: ({ pageId, draftId }) => ({
        body: { id: draftId, PageId: pageId, status: 'approved', reviewRemarks: 'good', comparedRevision: 2 },
      }),
    },
    discard: { outcomes: groupMembersOnly, isAlone: true, request: ofDraft },
    listOwn: { outcomes: members, request: ofPage },
    listPending: { outcomes: reviewers, request: ofPage },
    compare: { outcomes: groupMembersOnly, request: ofDraft },
  },
  pageMembers: {
    list: { outcomes: members, request: ofPage },
    listPublic: { outcomes: everyActor(404), request: ofPage },
    mine: { outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 200), request: ofPage },
    membership: { outcomes: members, request: ofPage },
    add: {
      outcomes: outcomes(401, 401, 401, 401, 403, 401, 201, 201),
      request: (world) => ({ ...ofPage(world), body: { members: [world.memberId] } }),
    },
    change: {
      outcomes: outcomes(401, 401, 401, 401, 403, 401, 200, 200),
      request: (world) => ({ ...ofPageMember(world), body: { canUpdate: true } }),
    },
    // After the administrator removed the member, the audience finds no membership.
    remove: { outcomes: outcomes(401, 401, 401, 401, 403, 401, 200, 404), isAlone: true, request: ofPageMember },
  },
  documents: {
    // Allowed for users who may edit any page.
    upload: {
      outcomes: outcomes(401, 401, 401, 401, 403, 401, 403, 201),
      isAlone: true,
      request: () => ({ form: {}, files: [{ field: 'file', name: 'map.png', bytes: PNG }] }),
    },
  },
}
