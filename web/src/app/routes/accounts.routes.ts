import { createRoute } from '@tanstack/react-router'
import { paths } from '../../platform/paths/paths.ts'
import {
  RegisterSearch,
  requireNoSession,
  requireSession,
  storeEmailToken,
  storeRegistrationCodes,
  storeResetToken,
  TokenSearch,
  withIds,
} from '../route-rules.ts'
import { navigationLayout, root, screen } from './layout-routes.tsx'

const me = createRoute({
  getParentRoute: () => navigationLayout,
  path: paths.me,
  beforeLoad: requireSession,
  component: screen(() => import('../../screens/accounts/own-profile.tsx'), 'OwnProfileScreen'),
})
const profile = createRoute({
  getParentRoute: () => navigationLayout,
  ...withIds(paths.profile),
  beforeLoad: requireSession,
  component: screen(() => import('../../screens/accounts/profile.tsx'), 'ProfileScreen'),
})
const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  beforeLoad: requireNoSession,
  component: screen(() => import('../../screens/accounts/login.tsx'), 'LoginScreen'),
})
const register = createRoute({
  getParentRoute: () => root,
  path: paths.register,
  validateSearch: RegisterSearch,
  beforeLoad: storeRegistrationCodes,
  component: screen(() => import('../../screens/accounts/register.tsx'), 'RegisterScreen'),
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: paths.resetPassword,
  validateSearch: TokenSearch,
  beforeLoad: storeResetToken,
  component: screen(() => import('../../screens/accounts/reset-password.tsx'), 'ResetPasswordScreen'),
})
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: paths.confirmEmail,
  validateSearch: TokenSearch,
  beforeLoad: storeEmailToken,
  component: screen(() => import('../../screens/accounts/confirm-email.tsx'), 'ConfirmEmailScreen'),
})
const join = createRoute({
  getParentRoute: () => navigationLayout,
  path: paths.join,
  component: screen(() => import('../../screens/accounts/join.tsx'), 'JoinScreen'),
})
const ready = createRoute({
  getParentRoute: () => navigationLayout,
  path: paths.ready,
  component: screen(() => import('../../screens/accounts/ready.tsx'), 'ReadyScreen'),
})
/** A siren screen has no navigation, since it has no account. */
const siren = createRoute({
  getParentRoute: () => root,
  path: paths.siren,
  component: screen(() => import('../../screens/siren.tsx'), 'SirenScreen'),
})
const standby = createRoute({
  getParentRoute: () => root,
  path: paths.standby,
  beforeLoad: requireSession,
  component: screen(() => import('../../screens/standby.tsx'), 'StandbyScreen'),
})

export const profileScreens = [me, profile] as const
/** The screens on which a device is set up for HTTPS. */
export const deviceScreens = [join, ready] as const
/** The screens of a device that waits for alarms, without navigation. */
export const waitingScreens = [siren, standby] as const
export const sessionScreens = [login, register, resetPassword, confirmEmail] as const
