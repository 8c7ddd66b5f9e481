import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { METADATA_FILE, MODEL_FILE } from '@noroshi/contract/wake-word/model-files'
import { AppError } from '#/http/errors.ts'
import { tagOf } from '#/http/send-bytes.ts'
import { FOR_EVER, sendAsset, UNLISTED } from '#/http/static-files.ts'
import { loadAssets } from '#/http/web-assets.ts'

const FOLDER = fileURLToPath(new URL('../../../../speech/wake-word', import.meta.url))

/**
 * Serves the model of the wake word. The URL contains a hash of all its files, so that browsers keep them and never mix two
 * versions. The files are public, as the scripts of the web application are.
 * @returns the path of `model.json`; null if the folder has no model
 */
export async function serveWakeWord(app: FastifyInstance, folder: string = FOLDER): Promise<string | null> {
  const assets = await loadAssets(folder)
  if (![MODEL_FILE, METADATA_FILE].every((name) => assets.has(`/${name}`))) return null
  const tags = await Promise.all(
    [...assets.keys()].toSorted().map(async (name) => name + (await assets.get(name)?.encodedFor(undefined))?.bytes.tag),
  )
  const version = tagOf(tags.join()).slice(0, 12)
  app.get(
    '/wake-word/:version/:name',
    UNLISTED,
    async (request: FastifyRequest<{ Params: { version: string; name: string } }>, reply) => {
      const asset = request.params.version === version ? assets.get(`/${request.params.name}`) : undefined
      if (!asset) throw new AppError('notFound')
      return await sendAsset(request, reply, asset, FOR_EVER)
    },
  )
  return `/wake-word/${version}/${MODEL_FILE}`
}
