import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../testing/render-page.tsx'
import { currentUser, setCurrentUser } from '../session/current-user.ts'
import { useStore } from './use-store.ts'

afterEach(() => setCurrentUser(null))

const Viewer = () => <p>{useStore([], '', () => currentUser()?.id ?? 'unknown')}</p>

test('data that depends on the user is shown for the user as soon as they are known', async () => {
  await renderPage(<Viewer />)
  await expect.element(page.getByText('unknown')).toBeVisible()
  setCurrentUser({ id: 'aiko', isAdmin: false })
  await expect.element(page.getByText('aiko')).toBeVisible()
})
