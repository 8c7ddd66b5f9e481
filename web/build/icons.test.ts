import sharp from 'sharp'
import { expect, test } from 'vitest'
import { renderNotificationIcons } from './icons.ts'

test('the icons of notifications are PNG files of their sizes, small enough for the service worker', async () => {
  const { icon, badge } = await renderNotificationIcons()
  const sizes = [icon, badge].map(async (url) => {
    const [prefix, content = ''] = url.split(',')
    const { format, width, height } = await sharp(Buffer.from(content, 'base64')).metadata()
    return { prefix, format, width, height }
  })
  const png = { prefix: 'data:image/png;base64', format: 'png' }
  expect(await Promise.all(sizes)).toEqual([
    { ...png, width: 192, height: 192 },
    { ...png, width: 96, height: 96 },
  ])
  expect(icon.length + badge.length).toBeLessThan(8_000)
})
