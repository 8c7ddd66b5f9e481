import { expect } from 'vitest'
import { readXml, type XmlElement } from '#/ports/xml/read-xml.ts'
import type { TestServer } from '../test-server.ts'
import { capProblems } from './cap-rules.ts'

/** Reads a feed as another system does: the index, then each message. Each message is checked. Newest first. */
export async function readFeed({ visitor, consumers }: TestServer, feed: string): Promise<XmlElement[]> {
  await consumers.flush()
  const reply = await visitor.rawFetch(`${feed}cap.atom`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  const index = readXml(Buffer.from(await reply.arrayBuffer()))
  return Promise.all(
    index.all('entry').map(async (entry) => {
      const message = await visitor.rawFetch(feed + (entry.find('link')?.attributes.get('href') ?? ''))
      expect(message.headers.get('content-type')).toBe('application/cap+xml; charset=utf-8')
      const document = await message.text()
      expect(capProblems(document)).toEqual([])
      const alert = readXml(Buffer.from(document))
      expect(entry.textOf('id')).toBe(`urn:uuid:${alert.textOf('identifier')}`)
      return alert
    }),
  )
}

/** Returns the features of a feed as GeoJSON. */
export async function readGeoJson({ visitor, consumers }: TestServer, feed: string) {
  await consumers.flush()
  const reply = await visitor.rawFetch(`${feed}alerts.geojson`)
  const { features } = (await reply.json()) as { features: { geometry: unknown; properties: Record<string, unknown> }[] }
  return features
}
