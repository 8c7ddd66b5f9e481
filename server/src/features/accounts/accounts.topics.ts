import { EVERY_PAGE } from '#/realtime/rooms.ts'
import type { FeatureTopics } from '#/realtime/topics.ts'

/** Every page subscribes to the topic of the server's public facts. */
export const accountTopics: FeatureTopics = {
  allowsRestricted: true,
  memberTopics: async () => [EVERY_PAGE],
}
