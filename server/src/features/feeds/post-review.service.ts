import type { z } from 'zod'
import type { FeedPostForViewer, postRoutes } from '@noroshi/contract/feeds/posts.http'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { presentPostFor } from './feeds.present.ts'
import { loadPostForUpdate, reloadPost } from './post-changes.service.ts'
import { emitPostReviewed } from './post-events.service.ts'
import { reviewPost as writeReview } from './posts.sql.ts'

type Body = z.output<typeof postRoutes.review.body>

/**
 * @throws post.notFound (404); post.notAllowed (403); post.alreadyReviewed (409) if another moderator reviewed it
 * first.
 */
export const reviewPost = (deps: Deps, viewer: SignedIn, feedId: string, id: string, body: Body): Promise<FeedPostForViewer> =>
  deps.transaction(async (tx) => {
    const { feed, post, facts } = await loadPostForUpdate(tx, viewer, feedId, id)
    authorize(viewer, 'post:review', facts, 'post.notAllowed')
    if (post.is_approved !== null) throw new AppError('post.alreadyReviewed')
    const review = { is_approved: body.isApproved, review_remarks: body.reviewRemarks, reviewed_by: viewer.id }
    await writeReview(tx, id, review, deps.now())
    const reviewed = await reloadPost(tx, viewer, id)
    emitPostReviewed(tx, reviewed)
    return presentPostFor(viewer, feed, reviewed)
  })
