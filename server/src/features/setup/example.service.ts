import { type Language, knownLanguage } from '@noroshi/contract/i18n'
import { textIn } from '@noroshi/contract/texts'
import type { Deps } from '#/deps.ts'
import { unitSettings } from '#/features/accounts/server/unit.service.ts'
import { addAlertGroupMembers, createAlertGroup, listAlertGroups } from '#/features/alerts/groups/alert-groups-admin.service.ts'
import { createFeed } from '#/features/feeds/feeds-admin.service.ts'
import { createPost } from '#/features/feeds/post-changes.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { languagesOf, setupCounts } from './setup.sql.ts'

/** The setting that records that an example is being created. */
const CREATING_KEY = 'setupExample'

/**
 * Creates an alert group with the administrator and a feed with a post, each where none exists, marked as examples.
 * @throws conflict (409) while another request creates it; alertGroup.nameTaken (409).
 */
export async function createExample(deps: Deps, auditActor: AuditActor, clientId: string): Promise<void> {
  const isDone = await oneAtATime(deps, CREATING_KEY, async () => {
    const language = await exampleLanguage(deps, auditActor.actor.id)
    await createExampleGroup(deps, auditActor, language)
    await createExampleFeed(deps, auditActor, language, clientId)
    return true
  })
  if (isDone === null) throw new AppError('conflict')
}

/** Returns the language of the unit, or else that of the administrator. */
async function exampleLanguage({ db }: Deps, userId: string): Promise<Language> {
  const { language } = await unitSettings(db)
  return language ?? knownLanguage((await languagesOf(db, [userId])).get(userId) ?? null)
}

async function createExampleGroup(deps: Deps, auditActor: AuditActor, language: Language): Promise<void> {
  const { items } = await listAlertGroups(deps)
  if (items.some(({ isBuiltIn }) => !isBuiltIn)) return
  const name = textIn(language, 'setup.example.group')
  const { id } = await createAlertGroup(deps, auditActor, { name, isAnonymous: false, takesNewUsers: false })
  await addAlertGroupMembers(deps, auditActor, id, [auditActor.actor.id])
}

async function createExampleFeed(deps: Deps, auditActor: AuditActor, language: Language, clientId: string): Promise<void> {
  if ((await setupCounts(deps.db, deps.now())).hasFeed) return
  const noLocation = { latitude: null, longitude: null }
  const feed = await createFeed(
    deps,
    auditActor,
    {
      ...noLocation,
      clientId,
      name: textIn(language, 'setup.example.feed'),
      description: textIn(language, 'setup.example.feedNote'),
      isPublic: false,
      isOpenToUsers: true,
      allowsPostByAnyUser: false,
      removesCover: false,
    },
    [],
  )
  const post = { ...noLocation, clientId, textContent: textIn(language, 'setup.example.post') }
  await createPost(deps, auditActor.actor, feed.id, post, [])
}
