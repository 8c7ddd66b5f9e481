import { EVERY_PAGE } from '#/realtime/rooms.ts'
import type { FeatureTopics } from '#/realtime/topics.ts'

/** Every page has the topic of the public facts of the server. */
export const accountTopics: FeatureTopics = {
  allowsRestricted: true,
  memberTopics: async () => [EVERY_PAGE],
}
