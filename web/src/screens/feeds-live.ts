import { commentsLive } from '../features/comments/comments.live.ts'
import { feedsLive, likesLive } from '../features/feeds/feeds.live.ts'
import { addLive } from '../platform/connection/live.ts'

// Registers the events before the first query of feeds, so that none is missed.
for (const live of [feedsLive, likesLive, commentsLive]) addLive(live)
