import { commentsLive } from '../features/comments/comments.live.ts'
import { feedsLive, likesLive } from '../features/feeds/feeds.live.ts'
import { addLive } from '../platform/live.ts'

// Before anything of feeds is asked for: from here on what is announced is not missed.
for (const live of [feedsLive, likesLive, commentsLive]) addLive(live)
