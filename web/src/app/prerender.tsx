import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import { LANGUAGES, type Language } from '@noroshi/contract/i18n'
import {
  feedTemplateOf,
  PRERENDERED_NAMES,
  type PrerenderedKey,
  type PrerenderedName,
  packScreens,
} from '../../prerendered/prerendered-screens.ts'
import { FeedCard } from '../features/feeds/components/feed-list.tsx'
import { loadTexts, setLanguage, useText } from '../platform/language/i18n.ts'
import { paths } from '../platform/paths/paths.ts'
import { clearSession, setAccessToken } from '../platform/session/session.ts'
import { HomeScreen } from '../screens/home.tsx'
import { LoginScreen } from '../screens/accounts/login.tsx'
import cards from '../ui/layout/cards.module.css'
import { ChromeContext, useChrome } from '../ui/theme/chrome.ts'
import { Screen } from '../ui/layout/screen.tsx'
import { noroshiVariables } from '../ui/theme/theme-variables.ts'
import { noroshiTheme } from '../ui/theme/theme.ts'
import { createQueryClient } from './query-client.ts'
import { AppLayout } from './layout/app-layout.tsx'

// Renders the screens at the build (web/build/prerender-plugin.ts) and writes them as JSON. It is not part of the
// application.

/** Removes the banners, which depend on the device. */
function WithoutBanners({ children }: { children: ReactNode }) {
  return <ChromeContext value={{ ...useChrome(), banner: null, microphone: null }}>{children}</ChromeContext>
}

const PERSON: Person = { id: '', firstName: '', lastName: '', fullName: '', avatarUrl: null }
/** A feed whose fields are the placeholders of `fillTemplate`. */
const FEED: Feed = {
  id: '__id__',
  name: '__name__',
  description: '__description__',
  coverImageUrl: null,
  coverPreviewUrl: null,
  latitude: null,
  longitude: null,
  isPublic: false,
  isOpenToUsers: false,
  allowsPostByAnyUser: false,
  isModerated: false,
  CreatedByUserId: '',
  createdBy: PERSON,
  createdAt: '',
  updatedAt: '',
  version: 0,
}
const feedVariants: readonly Feed[] = [null, '__cover__'].flatMap((coverImageUrl) =>
  [false, true].flatMap((isModerated) =>
    [{ isPublic: true }, { isOpenToUsers: true }, {}].map((readers) => ({ ...FEED, coverImageUrl, isModerated, ...readers })),
  ),
)

/** The list of feeds with a template for each variant of a feed (web/prerendered/early-content.ts). */
function Feeds() {
  const text = useText()
  return (
    <Screen title={text('feeds.title')} backTo={paths.home}>
      <div className={cards.column}>
        <ul className={cards.cards} data-feeds>
          {feedVariants.map((feed) => (
            <template key={feedTemplateOf(feed)} data-feed={feedTemplateOf(feed)}>
              <FeedCard feed={feed} mayAdminister={false} />
            </template>
          ))}
        </ul>
      </div>
    </Screen>
  )
}

const screens: Readonly<Record<PrerenderedName, { readonly path: string; readonly content: () => ReactNode }>> = {
  home: { path: paths.home, content: () => <HomeScreen /> },
  login: { path: paths.login, content: () => <LoginScreen /> },
  feeds: { path: paths.feeds, content: () => <Feeds /> },
  chat: {
    path: '/chat',
    content: () => (
      <Screen title="" hasBar={false}>
        {null}
      </Screen>
    ),
  },
  screen: { path: '/screen', content: () => <Screen title="">{null}</Screen> },
}

const root = createRootRoute()
const navigationLayout = createRoute({ getParentRoute: () => root, id: 'layout', component: AppLayout })
const componentOf = (name: PrerenderedName) => () => <WithoutBanners>{screens[name].content()}</WithoutBanners>
const screensInLayout = (['home', 'feeds', 'chat', 'screen'] as const).map((name) =>
  createRoute({ getParentRoute: () => navigationLayout, path: screens[name].path, component: componentOf(name) }),
)
const login = createRoute({ getParentRoute: () => root, path: screens.login.path, component: componentOf('login') })
const routeTree = root.addChildren([navigationLayout.addChildren(screensInLayout), login])

async function render(name: PrerenderedName): Promise<string> {
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [screens[name].path] }) })
  await router.load()
  return renderToString(
    <MantineProvider theme={noroshiTheme} cssVariablesResolver={noroshiVariables} defaultColorScheme="auto">
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

const STYLE = /<style.*?<\/style>/gs
const TITLE = /<title>.*?<\/title>/g
let style = ''
const rendered: Partial<Record<PrerenderedKey, string>> = {}

async function renderAs(name: PrerenderedName, session: 'user' | 'visitor', language: Language): Promise<void> {
  if (session === 'user') setAccessToken('none')
  else clearSession()
  await setLanguage(language)
  const html = await render(name)
  if (!html.includes('data-sos')) throw new Error(`the prerendered screen ${name} has no SOS button: ${html}`)
  style = (html.match(STYLE) ?? []).join('')
  rendered[`${name} ${session} ${language}`] = html.replaceAll(STYLE, '').replaceAll(TITLE, '')
}

await loadTexts()
for (const name of PRERENDERED_NAMES)
  for (const session of ['user', 'visitor'] as const) for (const language of LANGUAGES) await renderAs(name, session, language)
// Exits explicitly, because the application has started timers.
process.stdout.write(JSON.stringify(packScreens(style, rendered)), () => process.exit(0))
