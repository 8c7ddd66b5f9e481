import { expect, test } from 'vitest'
import { paths } from '../src/platform/paths/paths.ts'
import { isPage } from './pages.ts'

test('the service worker answers the path of every page', () => {
  for (const path of Object.values(paths)) expect(isPage(path), path).toBe(true)
  expect(isPage('/alerts/')).toBe(true)
})

test('the service worker leaves the API, files, the map, sockets and certificates to the server', () => {
  for (const path of [
    '/backend/api/alerts',
    '/backend/files/1',
    '/socket.io/',
    '/map/basemap.pmtiles',
    '/assets/first.js',
    '/wake-word/model',
    '/asr-server/x',
    '/metrics',
    '/livez',
    '/join/noroshi.crt',
    '/join/noroshi.mobileconfig',
    '/service-worker.js',
    '/manifest.webmanifest',
  ])
    expect(isPage(path), path).toBe(false)
})
