import type { z } from 'zod'
import { can } from '@noroshi/contract/abilities'
import type { FeedPostForViewer, postRoutes } from '@noroshi/contract/feeds/posts.http'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { presentPostFor } from './feeds.present.ts'
import { lockedPost, written } from './post-changes.service.ts'
import { tellReviewed } from './post-events.service.ts'
import { reviewPost as writeReview } from './posts.sql.ts'

type Body = z.output<typeof postRoutes.review.body>

/** @throws post.notFound (404); post.notAllowed (403); post.alreadyReviewed (409) for the second of two reviewers. */
export const reviewPost = (deps: Deps, viewer: SignedIn, feedId: string, id: string, body: Body): Promise<FeedPostForViewer> =>
  deps.transaction(async (tx) => {
    const { feed, post, facts } = await lockedPost(tx, viewer, feedId, id)
    if (!can(viewer, 'post:review', facts)) throw new AppError('post.notAllowed')
    if (post.is_approved !== null) throw new AppError('post.alreadyReviewed')
    const review = { is_approved: body.isApproved, review_remarks: body.reviewRemarks, reviewed_by: viewer.id }
    await writeReview(tx, id, review, deps.now())
    const reviewed = await written(tx, viewer, id)
    tellReviewed(tx, reviewed)
    return presentPostFor(viewer, feed, reviewed)
  })
