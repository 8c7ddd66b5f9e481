import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { Deps } from '#/deps.ts'
import { finishFile, type ReceivedFile, Shelf } from '#/http/upload-store.ts'
import { type SceneName, scenes } from './scenes.ts'

/** The server reads no SVG of anybody; its own scenes are drawn before it listens, and then it reads none again. */
const SVG = { operation: ['VipsForeignLoadSvg'] }

/** Draws scenes and keeps them like photographs that were sent, named by their scene. */
export async function drawScenes(deps: Deps, names: readonly SceneName[]): Promise<ReceivedFile[]> {
  const files: ReceivedFile[] = []
  sharp.unblock(SVG)
  try {
    for (const name of names) files.push(await keep(deps, `${name}.jpg`, await draw(name)))
  } finally {
    sharp.block(SVG)
  }
  return files
}

async function keep({ storage }: Deps, sentName: string, bytes: Buffer): Promise<ReceivedFile> {
  const shelf = new Shelf(storage)
  const kept = await shelf.put(Readable.from([bytes]), Infinity)
  return finishFile(shelf, { ...kept, sentName })
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
