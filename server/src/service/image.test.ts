import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import { Buildah, buildImage, ContainerServer } from '#/testing/buildah.ts'
import { longTest } from '#/testing/long-test.ts'

const REPOSITORY = path.resolve(import.meta.dirname, '../../..')
/** Milliseconds in which the image is built and its server starts on a busy machine. */
const [BUILD_MAX, START_MAX] = [3_600_000, 180_000]

longTest('the server of the image runs as a user without rights, serves and ends cleanly', { timeout: BUILD_MAX }, async () => {
  await using buildah = await Buildah.create()
  const image = await buildImage(buildah, REPOSITORY)
  // `as`: the format of buildah
  const { OCIv1 } = JSON.parse(await buildah.run('inspect', '--type=image', image)) as {
    OCIv1: { config: { User: string; Cmd: string[]; Volumes: object; WorkingDir: string } }
  }
  const { User, Volumes, WorkingDir, Cmd } = OCIv1.config
  expect(User).toBe('noroshi')
  expect(Volumes).toEqual({ '/data': {} })
  const container = await buildah.run('from', '--pull-never', image)
  const root = await buildah.run('mount', container)
  expect((await readdir(path.join(root, WorkingDir))).toSorted()).toEqual(
    ['basemap', 'contract', 'node_modules', 'package.json', 'server', 'speech', 'web'], // no .env, data or .git
  )

  await using server = new ContainerServer(buildah, container, Cmd)
  await expect.poll(() => server.output, { timeout: START_MAX }).toContain('Open this once to become the administrator')
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  expect(status).toMatch(/^CapEff:\s+0+$/m)
  expect(status).not.toMatch(/^Uid:.*\b0\b/m)
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(server.output) ?? []
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ ok: true })
  expect(await (await fetch(`${url}/`)).text()).toContain('<title>')
  expect((await fetch(`${url}/map/basemap.pmtiles`, { method: 'HEAD' })).status).toBe(200)
  expect(await server.terminate()).toBe(0)
})
