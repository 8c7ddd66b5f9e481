import type { FeatureTopics } from '#/realtime/topics.ts'
import { rollCallRoom } from './roll-calls.rooms.ts'
import { openAsKeeper } from './roll-calls.service.ts'

/** The keepers of a roll-call get its numbers while they have it open. */
export const rollCallTopics: FeatureTopics = {
  openTopics: [
    {
      rootTopic: rollCallRoom,
      entityOf: (topic) => (topic.startsWith(rollCallRoom('')) ? topic.slice(rollCallRoom('').length) : null),
      recheckOn: {},
      async allowed(db, id, subscribers) {
        const viewers = new Map(subscribers.flatMap(({ viewer }) => (viewer === null ? [] : [[viewer.id, viewer] as const])))
        const checked = await Promise.all(
          [...viewers.values()].map(async (viewer) => {
            const isKeeper = await openAsKeeper(db, viewer, id).then(
              () => true,
              () => false,
            )
            return isKeeper ? [viewer.id] : []
          }),
        )
        const keepers = new Set(checked.flat())
        return ({ viewer }) => viewer !== null && keepers.has(viewer.id)
      },
    },
  ],
}
