import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { Deps } from '#/deps.ts'
import { storeFile, type ReceivedFile, UploadSession } from '#/http/uploads/upload-session.ts'
import { type SceneName, scenes } from './scenes.ts'

/** Draws scenes and stores them like uploaded photographs. The file name is the name of the scene. */
export async function drawScenes(deps: Deps, names: readonly SceneName[]): Promise<ReceivedFile[]> {
  const files: ReceivedFile[] = []
  for (const name of names) files.push(await storeJpeg(deps, `${name}.jpg`, await draw(name)))
  return files
}

async function storeJpeg({ storage }: Deps, sentName: string, bytes: Buffer): Promise<ReceivedFile> {
  const session = new UploadSession(storage)
  const stored = await session.put(Readable.from([bytes]), Infinity)
  return storeFile(
    session,
    { ...stored, sentName },
    {
      isSos: false,
      source: 'demo',
      isMember: true,
      signal: new AbortController().signal,
    },
  )
}

const draw = (name: SceneName): Promise<Buffer> =>
  sharp(Buffer.from(svgOf(name)))
    .resize({ width: 1200 })
    .jpeg()
    .toBuffer()

function svgOf(name: SceneName): string {
  const { sky, shapes } = scenes[name]
  const stops = sky.map((color, index) => `<stop offset="${index / (sky.length - 1)}" stop-color="${color}"/>`).join('')
  const paths = shapes.map(([fill, path]) => `<path d="${path}" fill="${fill}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 400 300"><defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient></defs><rect width="400" height="300" fill="url(#sky)"/>${paths}</svg>`
}
