import { API_BASE } from '@noroshi/contract/routes'
import type { Random } from './random.ts'

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Content types of bodies that are JSON, or nearly. */
export const CONTENT_TYPES = [
  '',
  'x',
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json;',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json, text/plain',
]
/** Parts of a URL that are sent without encoding. */
export const RAW_PARTS = ['%zz', '%', '%00', '%ed%a0%80', '..', '..%2f..', '%2e%2e', '*', ';', '%E3%81%82', 'null', '//']
/** Beginnings of paths outside of the contract. */
export const OTHER_PATHS = [
  '/',
  '/readyz',
  '/livez',
  '/metrics',
  '/backend/uploads/',
  '/backend/uploads/x/preview',
  '/map/basemap.pmtiles',
  '/map/fonts/',
  '/wake-word/',
  '/join/',
  '/assets/',
  `${API_BASE}/docs/static/`,
  '/socket.io/?EIO=4&transport=polling&x=',
  '/socket.io/?EIO=4&transport=websocket&sid=',
  '/asr-server/audio-stream',
]
/** Values of headers that are unusual or broken. */
export const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'content-encoding': ['gzip', 'br', 'x', 'identity, gzip'],
  'accept-encoding': ['br;q=0, gzip', 'x', '*;q=0'],
  'accept-language': ['ja', 'ja;q=x', ',,,', '*', 'x'.repeat(2000)],
  accept: ['text/html', '*/*;q=0', 'x'],
  range: ['bytes=0-0', 'bytes=9-1', 'bytes=-0', 'bytes=0-1,5-9', 'x=1', 'bytes=99999999999999999999-'],
  'if-none-match': ['*', '"x"', 'W/'],
  'x-forwarded-for': ['x', '::1', '999.1.1.1', '1.1.1.1, 2.2.2.2', '', 'fe80::1%eth0'],
  'x-forwarded-host': ['x', '[', 'a b'],
  'x-forwarded-proto': ['x', 'https, http'],
  authorization: ['Bearer', 'Bearer x', 'Basic eDp5', 'Bearer a b', `Bearer ${'x'.repeat(5000)}`, 'bearer '],
  'x-alert-token': ['x', '.', 'a.b.c', '00000000-0000-4000-8000-000000000000.x'],
  cookie: ['=', 'noroshi_media=x', '__Host-noroshi_media=%00', 'a=b; a=c; ;;'],
  origin: ['null', 'https://example.org', 'x'],
  'x-http-method-override': ['DELETE'],
}

/** Encodes JSON. Some texts are cut, damaged, in another encoding or nested beyond any limit. */
export function jsonBytes(value: unknown, random: Random): Uint8Array<ArrayBuffer> {
  const json = JSON.stringify(value) ?? ''
  if (random.isTrue(0.92)) return new Uint8Array(Buffer.from(json))
  switch (random.below(7)) {
    case 0:
      return new Uint8Array(Buffer.from(json.slice(0, random.below(json.length + 1))))
    case 1:
      return new Uint8Array(Buffer.from(json, 'utf16le'))
    case 2:
      return new Uint8Array(Buffer.from(`\ufeff${json}`))
    case 3:
      return new Uint8Array(Buffer.from(random.pick(['[', '{"a":']).repeat(random.pick([1000, 50_000]))))
    case 4:
      return new Uint8Array(
        Buffer.from(json.replace(/\d+|null|true|false/, random.pick(['1e999', '-1e-999', '01', 'NaN', '1'.repeat(5000)]))),
      )
    case 5:
      return new Uint8Array(
        Buffer.from(json.replace('{', `{${random.pick(['"__proto__":{"isAdmin":true},', '"id":1,"id":2,', '"":0,'])}`)),
      )
    default: {
      const bytes = new Uint8Array(Buffer.from(json))
      if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256)
      return bytes
    }
  }
}
