import type { FastifyInstance } from 'fastify'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { AVATAR_PIXELS } from '@noroshi/contract/limits'
import type { Deps } from '#/deps.ts'
import { uploadRoute } from '#/features/files/upload-route.service.ts'
import { route } from '#/http/route.ts'
import { storeSquarePicture } from '#/http/uploads/upload-session.ts'
import { changeAvatar, editProfile, mayEditProfile, readProfile, removeAvatar, searchPeople } from './profile.service.ts'

export function registerPeopleRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, peopleRoutes.search, async ({ query }) => ({
    items: await searchPeople(deps, query.name),
    nextCursor: null,
  }))
  route(app, deps, peopleRoutes.profile, ({ params }) => readProfile(deps, params.id))
  route(app, deps, peopleRoutes.editProfile, ({ viewer, params, body }) => editProfile(deps, viewer, params.id, body))
  uploadRoute(app, deps, peopleRoutes.changeAvatar, ({ viewer, files }) => changeAvatar(deps, viewer, files), {
    mayUpload: ({ viewer, params }) => mayEditProfile(deps, viewer, params.id),
    maxFiles: 1,
    finish: storeSquarePicture(AVATAR_PIXELS),
  })
  route(app, deps, peopleRoutes.removeAvatar, ({ viewer }) => removeAvatar(deps, viewer))
}
