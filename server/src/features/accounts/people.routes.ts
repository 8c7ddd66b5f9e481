import type { FastifyInstance } from 'fastify'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { AVATAR_PIXELS } from '@noroshi/contract/limits'
import type { Deps } from '#/deps.ts'
import { route } from '#/http/route.ts'
import { finishSquare } from '#/http/upload-store.ts'
import { receiveUpload } from '#/http/uploads.ts'
import { changeAvatar, editProfile, mayEditProfile, readProfile, removeAvatar, searchPeople } from './profile.service.ts'

export function registerPeopleRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, peopleRoutes.search, async ({ query }) => ({
    items: await searchPeople(deps, query.name),
    nextCursor: null,
  }))
  route(app, deps, peopleRoutes.profile, ({ params }) => readProfile(deps, params.id))
  route(app, deps, peopleRoutes.editProfile, ({ viewer, params, body }) => editProfile(deps, viewer, params.id, body))
  route(app, deps, peopleRoutes.changeAvatar, async ({ viewer, params, request }) => {
    await mayEditProfile(deps, viewer, params.id)
    const { files } = await receiveUpload(deps, request, peopleRoutes.changeAvatar.form, {
      mayUpload: async () => undefined, // asked above: before what was sent is looked at
      maxFiles: 1,
      finish: finishSquare(AVATAR_PIXELS),
    })
    return changeAvatar(deps, viewer, files)
  })
  route(app, deps, peopleRoutes.removeAvatar, ({ viewer }) => removeAvatar(deps, viewer))
}
