import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type NoticeSourceForm, noticeRoutes, noticeSourceRoutes } from '@noroshi/contract/notices/notices.http'
import type { z } from 'zod'
import type { Caller } from '../caller.ts'

const FIXTURES = path.join(import.meta.dirname, '../../features/notices/fixtures/jma')

/** Adds a source of official notices and returns its id. */
export const addSource = async (admin: Caller, form: Partial<z.input<typeof NoticeSourceForm>> = {}): Promise<string> =>
  (await admin.fetch(noticeSourceRoutes.create, { body: { name: 'JMA', channel: 'file', ...form } })).id

export const addFile = (admin: Caller, id: string, content: string) =>
  admin.request(noticeSourceRoutes.addFile, { params: { id }, body: { content } })

export const listNotices = async (caller: Caller) => (await caller.fetch(noticeRoutes.list)).items

/** Returns a document in the format of JMA that was reported at a time. */
export async function jmaDocument(name: string, at: Date): Promise<string> {
  const text = await readFile(path.join(FIXTURES, `${name}.xml`), 'utf8')
  return text.replaceAll('2026-11-30T10:05:00+09:00', at.toISOString())
}

interface CapForm {
  readonly identifier: string
  readonly at: Date
  readonly status?: string
  readonly msgType?: string
  readonly references?: string
  readonly severity?: string
  readonly area?: string
  /** Elements beside the name of the area, such as `<cap:circle>38,140 5</cap:circle>`. */
  readonly shapes?: string
}

/** Returns a message of CAP 1.2 about heavy rain. */
export const capMessage = ({
  identifier,
  at,
  status = 'Actual',
  msgType = 'Alert',
  references,
  severity = 'Severe',
  area = 'Wakaba',
  shapes = '',
}: CapForm) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<cap:alert xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2"><cap:identifier>${identifier}</cap:identifier><cap:sender>city@example.org</cap:sender>
<cap:sent>${at.toISOString()}</cap:sent><cap:status>${status}</cap:status><cap:msgType>${msgType}</cap:msgType><cap:scope>Public</cap:scope>
${references === undefined ? '' : `<cap:references>city@example.org,${references},${at.toISOString()}</cap:references>`}
<cap:info><cap:language>ja-JP</cap:language><cap:category>Met</cap:category><cap:event>大雨</cap:event><cap:urgency>Immediate</cap:urgency>
<cap:severity>${severity}</cap:severity><cap:certainty>Likely</cap:certainty><cap:headline>大雨に警戒</cap:headline><cap:area><cap:areaDesc>若葉</cap:areaDesc></cap:area></cap:info>
<cap:info><cap:language>en-US</cap:language><cap:category>Met</cap:category><cap:event>Heavy rain</cap:event><cap:urgency>Immediate</cap:urgency>
<cap:severity>${severity}</cap:severity><cap:certainty>Likely</cap:certainty><cap:senderName>City</cap:senderName><cap:headline>Heavy rain &amp; wind</cap:headline>
<cap:description>Stay inside</cap:description><cap:area><cap:areaDesc>${area}</cap:areaDesc>${shapes}<cap:geocode><cap:valueName>code</cap:valueName><cap:value>0410001</cap:value></cap:geocode></cap:area></cap:info></cap:alert>`
