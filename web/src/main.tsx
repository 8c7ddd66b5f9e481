import './platform/device/older-browsers.ts'
import './platform/device/refused-features.ts'
import './platform/device/strict-policy.ts'
import './ui/theme/styles.ts'
// The prerendered login and feeds need these styles before their code is loaded (decisions/0145).
import './features/accounts/sign-in/auth-layout.module.css'
import './features/accounts/sign-in/auth-form.module.css'
import './features/feeds/components/feed-cover.module.css'
import './features/feeds/components/feed-tags.module.css'
import './ui/layout/cards.module.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createQueryClient } from './app/query-client.ts'
import { start } from './app/start.ts'
import { claimHandover } from './features/https/hand-over.ts'
import { startLanguage } from './platform/language/i18n.ts'
import { nextTask } from './platform/next-task.ts'
import { tolerateTranslation } from './platform/language/translated-page.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** Not awaited by this module: the screen that the router loads imports the same file. */
async function begin(element: HTMLElement) {
  await startLanguage()
  // A page that was opened from HTTP reloads with the state that the page on HTTP has handed over.
  if (await claimHandover()) return
  await nextTask()
  tolerateTranslation()
  const cache = createQueryClient()
  start(cache)
  await nextTask()
  // A transition renders in parts of 5 ms, so that a press is not delayed.
  startTransition(() => createRoot(element).render(<App cache={cache} />))
}

void begin(root)
