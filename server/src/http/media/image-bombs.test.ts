import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { longTest } from '#/testing/long-test.ts'
import { repeatFrames } from '#/testing/scenes/pictures.ts'
import { pngBomb } from '#/testing/hostile/png-bomb.ts'
import { startTestServer } from '#/testing/test-server.ts'

// The attack: a visitor raises an SOS and uploads pictures that are small as files and huge when they are decoded.

const { raise, upload } = alertRoutes
const MB = 1024 ** 2

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'grey' } })

async function bombs(): Promise<Record<string, Buffer>> {
  const square = plain(7000, 7000)
  return {
    'wide.png': pngBomb(49_000_000, 1),
    'tall.png': pngBomb(1, 49_000_000),
    'square.png': pngBomb(24_000),
    'deep.png': await sharp(await plain(6000, 6000).toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer())
      .ensureAlpha()
      .toColourspace('rgb16')
      .png({ compressionLevel: 1, progressive: true })
      .toBuffer(),
    'progressive.jpg': await square.clone().jpeg({ progressive: true }).toBuffer(),
    'wide.jpg': await plain(60_000, 800).jpeg().toBuffer(),
    'large.webp': await plain(8000, 3100).webp({ effort: 0 }).toBuffer(),
    'wide.tiff': await plain(200_000, 240).tiff({ compression: 'lzw' }).toBuffer(),
    'large.avif': await plain(4300, 4300).avif({ effort: 0 }).toBuffer(),
    'frames.gif': repeatFrames(await plain(1000, 1000).gif().toBuffer(), 600),
    'bomb.svg': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"><rect width="9" height="9"/></svg>',
    ),
  }
}

/** Returns the resident bytes of this process and of its largest child. */
async function residentBytes(): Promise<{ server: number; child: number }> {
  const children = (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).split(' ').filter(Boolean)
  const statms = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0'))) // '0 0': the process has ended
  const child = Math.max(0, ...statms.map((statm) => Number(statm.split(' ')[1]) * 4096))
  return { server: process.memoryUsage.rss(), child }
}

longTest(
  'image bombs of a visitor take little memory, and a member’s picture and another SOS succeed meanwhile',
  { timeout: 300_000 },
  async () => {
    await using noroshi = await startTestServer()
    const [aiko] = await noroshi.people('Aiko')
    const own = await aiko.fetch(raise, { body: {} })
    const attack = Object.entries(await bombs()).map(([name, bytes]) => ({ name, bytes: new Uint8Array(bytes) }))
    const photo = new Uint8Array(await plain(1200, 900).jpeg().toBuffer())
    const { id, alertToken } = await noroshi.visitor.fetch(raise, { body: {} })

    const before = await residentBytes()
    const peak = { ...before }
    const measure = async () => {
      const now = await residentBytes()
      peak.server = Math.max(peak.server, now.server)
      peak.child = Math.max(peak.child, now.child)
    }
    const watch = setInterval(() => void measure(), 20)
    const sent = attack.map((file) => noroshi.visitor.request(upload, { form: { alertId: id }, files: [file], alertToken }))
    const shown = await aiko.fetch(upload, { form: { alertId: own.id }, files: [{ name: 'road.jpg', bytes: photo }] })
    expect(shown.alertMedias).toMatchObject([{ type: 'image/jpeg', width: 1200 }])
    expect((await noroshi.visitor.request(raise, { body: {} })).status).toBe(201)
    const statuses = (await Promise.all(sent)).map(({ status }, index) => [attack[index]?.name, status])
    expect(Object.fromEntries(statuses)).toEqual({
      'wide.png': 413,
      'tall.png': 413,
      'square.png': 413,
      'deep.png': 413,
      'progressive.jpg': 200,
      'wide.jpg': 200,
      'large.webp': 200,
      'wide.tiff': 413,
      'large.avif': 413,
      'frames.gif': 413,
      'bomb.svg': 200,
    })
    clearInterval(watch)
    expect((peak.server - before.server) / MB).toBeLessThan(200)
    expect(peak.child / MB).toBeLessThan(900)
  },
)
