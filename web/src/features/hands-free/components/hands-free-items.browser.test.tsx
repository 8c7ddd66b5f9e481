import { Menu } from '@mantine/core'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { ToastContainer } from '../../../ui/states/toast.tsx'
import { isHandsFree } from '../hands-free-state.ts'
import { HandsFreeItems } from './hands-free-items.tsx'

const hfo = page.getByRole('menuitemcheckbox', { name: /^Enable HFO/ })

afterEach(() => {
  clearStored()
  vi.restoreAllMocks()
})

const openMenu = () =>
  renderPage(
    <>
      <Menu opened withinPortal={false} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <button type="button">menu</button>
        </Menu.Target>
        <Menu.Dropdown>
          <HandsFreeItems />
        </Menu.Dropdown>
      </Menu>
      <ToastContainer />
    </>,
  )

test('without the permission for the microphone, the switch stays off and the reason is shown at once', async () => {
  const denied = new DOMException('', 'NotAllowedError')
  const ask = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(denied)
  await openMenu()
  await hfo.click()
  await expect.element(page.getByText('Please grant permission to use the microphone').first()).toBeVisible()
  await expect.element(hfo).not.toBeChecked()
  expect(isHandsFree()).toBe(false)
  expect(ask).toHaveBeenCalledOnce()
})

test('with the permission, the switch is on and the microphone is closed again', async () => {
  const track = { stop: vi.fn() }
  // `as`: only its tracks are used
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue({ getTracks: () => [track] } as unknown as MediaStream)
  await openMenu()
  await hfo.click()
  await expect.element(hfo).toBeChecked()
  expect(isHandsFree()).toBe(true)
  expect(track.stop).toHaveBeenCalledOnce()
})
