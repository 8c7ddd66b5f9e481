import type { z } from 'zod'
import { accountRoutes, Login, Registration } from './accounts/accounts.http.ts'
import { EmailChange, emailRoutes } from './accounts/email.http.ts'
import { ForgottenPassword, NewPasswordForm, PasswordChange, passwordRoutes } from './accounts/passwords.http.ts'
import { peopleRoutes } from './accounts/people.http.ts'
import { ProfileForm } from './accounts/profile.ts'
import { FirstCodeForm, PasswordForm, RemovalForm, secondFactorRoutes } from './accounts/second-factor.http.ts'
import { InvitationForm, unitRoutes, UnitSettingsForm } from './accounts/unit.http.ts'
import { LacsGroupForm, lacsRoutes, LacsUnitForm } from './admin/lacs.http.ts'
import { AlertGroupForm, alertGroupRoutes } from './alerts/alert-groups.http.ts'
import { dashboardRoutes, LinkForm, SectionForm } from './dashboard/dashboard.http.ts'
import type { Route } from './define.ts'
import { LINK_TEXT_MAX, PASSWORD_MIN, SECTION_TITLE_MAX } from './limits.ts'
import type { MessageKey } from './messages.ts'

type Problem = MessageKey | { readonly key: MessageKey; readonly params: Record<string, number> }

/** Invalid values of a form and the expected problem of each field, in the form and in the server's reply. */
export interface FormCase {
  readonly name: string
  readonly form: z.ZodType
  readonly route: Route
  readonly values: Record<string, unknown>
  /** The first problem of each field. */
  readonly problems: Record<string, Problem>
}

const ID = '01990000-0000-7000-8000-000000000001'
const long = (max: number) => 'x'.repeat(max + 1)
const tooLong = (key: MessageKey, max: number): Problem => ({ key, params: { max } })

const registration = { form: Registration, route: accountRoutes.register }
const passwordReset = { form: NewPasswordForm, route: passwordRoutes.reset }
const passwordChange = { form: PasswordChange, route: passwordRoutes.change }
const emailChange = { form: EmailChange, route: emailRoutes.change }
const firstCode = { form: FirstCodeForm, route: secondFactorRoutes.confirm }
const removal = { form: RemovalForm, route: secondFactorRoutes.remove }
const profileEdit = { form: ProfileForm, route: peopleRoutes.editProfile }
const person = { firstName: 'Aiko', lastName: 'Mori', gender: 'Female' }
const section = { form: SectionForm, route: dashboardRoutes.createSection }
const dashboardLink = { form: LinkForm, route: dashboardRoutes.createLink }
const link = { DashboardSectionId: ID, linkUrl: '/alerts', isExternal: 'false', linkText: 'Alerts' }

/** The rules of the account, profile, dashboard, alert group, LACS and settings forms (specification, section 5). */
export const formCases: readonly FormCase[] = [
  {
    ...passwordChange,
    name: 'own password, empty',
    values: { currentPassword: '', password: '', confirmPassword: '' },
    problems: {
      currentPassword: 'accounts.passwordRequired',
      password: 'accounts.passwordRequired',
      confirmPassword: 'accounts.confirmRequired',
    },
  },
  {
    ...passwordChange,
    name: 'own password, too short and not repeated',
    values: { currentPassword: 'x', password: '1234567', confirmPassword: '12345678' },
    problems: {
      password: { key: 'accounts.passwordTooShort', params: { min: PASSWORD_MIN } },
      confirmPassword: 'accounts.passwordsDiffer',
    },
  },
  {
    ...emailChange,
    name: 'own email, empty',
    values: { email: ' ', currentPassword: '' },
    problems: { email: 'accounts.emailRequired', currentPassword: 'accounts.passwordRequired' },
  },
  {
    ...emailChange,
    name: 'own email, invalid',
    values: { email: 'kenji@', currentPassword: 'x' },
    problems: { email: 'accounts.emailInvalid' },
  },
  {
    form: PasswordForm,
    route: secondFactorRoutes.begin,
    name: 'second factor, no password',
    values: { currentPassword: '' },
    problems: { currentPassword: 'accounts.passwordRequired' },
  },
  { ...firstCode, name: 'second factor, no code', values: { code: ' - ' }, problems: { code: 'secondFactor.codeRequired' } },
  {
    ...removal,
    name: 'second factor, removal of nothing',
    values: { currentPassword: '', code: '' },
    problems: { currentPassword: 'accounts.passwordRequired', code: 'secondFactor.codeRequired' },
  },
  {
    name: 'login, empty',
    form: Login,
    route: accountRoutes.login,
    values: { email: ' ', password: '' },
    problems: { email: 'accounts.emailRequired', password: 'accounts.passwordRequired' },
  },
  {
    name: 'login, invalid email',
    form: Login,
    route: accountRoutes.login,
    values: { email: 'kenji@', password: 'x' },
    problems: { email: 'accounts.emailInvalid' },
  },
  {
    ...registration,
    name: 'registration, empty',
    values: { firstName: ' ', lastName: '', email: '', password: '', confirmPassword: '' },
    problems: {
      firstName: 'accounts.firstNameRequired',
      email: 'accounts.emailRequired',
      password: 'accounts.passwordRequired',
      confirmPassword: 'accounts.confirmRequired',
    },
  },
  {
    ...registration,
    name: 'registration, different passwords',
    values: { firstName: 'Aiko', email: 'aiko', password: 'short', confirmPassword: 'other' },
    problems: {
      email: 'accounts.emailInvalid',
      password: { key: 'accounts.passwordTooShort', params: { min: PASSWORD_MIN } },
      confirmPassword: 'accounts.passwordsDiffer',
    },
  },
  {
    name: 'forgotten password, empty',
    form: ForgottenPassword,
    route: passwordRoutes.forgotten,
    values: { email: '' },
    problems: { email: 'accounts.emailRequired' },
  },
  {
    name: 'forgotten password, invalid email',
    form: ForgottenPassword,
    route: passwordRoutes.forgotten,
    values: { email: 'unknown' },
    problems: { email: 'accounts.emailInvalid' },
  },
  {
    ...passwordReset,
    name: 'new password, empty',
    values: { token: 'a token', password: '', confirmPassword: '' },
    problems: { password: 'accounts.passwordRequired', confirmPassword: 'accounts.confirmRequired' },
  },
  {
    ...passwordReset,
    name: 'new password, different passwords',
    values: { token: 'a token', password: 'correct horse', confirmPassword: 'correct house' },
    problems: { confirmPassword: 'accounts.passwordsDiffer' },
  },
  {
    ...profileEdit,
    name: 'profile, empty',
    values: { firstName: ' ', lastName: ' ', gender: '' },
    problems: {
      firstName: 'accounts.firstNameRequired',
      lastName: 'accounts.lastNameRequired',
      gender: 'accounts.genderRequired',
    },
  },
  {
    ...profileEdit,
    name: 'profile, invalid numbers',
    values: { ...person, gender: 'Other', phoneNumber: '12', postalAreaCode: 'abc' },
    problems: {
      gender: 'accounts.genderRequired',
      phoneNumber: 'accounts.phoneInvalid',
      postalAreaCode: 'accounts.postalNumber',
    },
  },
  {
    ...section,
    name: 'section, empty',
    values: { title: ' ', type: 'textLink' },
    problems: { title: 'dashboard.titleRequired' },
  },
  {
    ...section,
    name: 'section, title too long and position below 1',
    values: { title: long(SECTION_TITLE_MAX), type: 'list', position: 0 },
    problems: {
      title: tooLong('dashboard.titleTooLong', SECTION_TITLE_MAX),
      type: 'dashboard.typeInvalid',
      position: { key: 'dashboard.positionTooSmall', params: { min: 1 } },
    },
  },
  {
    ...dashboardLink,
    name: 'link, empty',
    values: { ...link, linkUrl: '', linkText: ' ' },
    problems: { linkUrl: 'dashboard.urlRequired', linkText: 'dashboard.linkTextRequired' },
  },
  {
    ...dashboardLink,
    name: 'link, invalid URL and end before start',
    values: {
      ...link,
      linkUrl: 'javascript:alert(1)',
      linkText: long(LINK_TEXT_MAX),
      iconName: 'skull',
      start: '2026-11-22T10:00:00.000Z',
      end: '2026-11-22T09:00:00.000Z',
    },
    problems: {
      linkUrl: 'dashboard.urlInvalid',
      linkText: tooLong('dashboard.linkTextTooLong', LINK_TEXT_MAX),
      iconName: 'dashboard.iconInvalid',
      end: 'dashboard.endBeforeStart',
    },
  },
  {
    name: 'alert group, empty',
    form: AlertGroupForm,
    route: alertGroupRoutes.create,
    values: { name: ' ', isAnonymous: true, takesNewUsers: false },
    problems: { name: 'alertGroups.nameRequired' },
  },
  {
    name: 'LACS group, empty',
    form: LacsGroupForm,
    route: lacsRoutes.createGroup,
    values: { organizationName: '', subdomain: '', shareDataAmongUnits: false },
    problems: { organizationName: 'lacs.organizationRequired', subdomain: 'lacs.subdomainRequired' },
  },
  {
    name: 'LACS group, invalid subdomain',
    form: LacsGroupForm,
    route: lacsRoutes.createGroup,
    values: { organizationName: 'Wakaba', subdomain: 'wakaba town', shareDataAmongUnits: false },
    problems: { subdomain: 'lacs.subdomainInvalid' },
  },
  {
    name: 'LACS unit, empty',
    form: LacsUnitForm,
    route: lacsRoutes.createUnit,
    values: { LacsGroupId: ID, unitId: '', unitName: '', isCloudUnit: false },
    problems: { unitId: 'lacs.unitIdRequired', unitName: 'lacs.unitNameRequired' },
  },
  {
    name: 'LACS unit, invalid id',
    form: LacsUnitForm,
    route: lacsRoutes.createUnit,
    values: { LacsGroupId: ID, unitId: 'hall 1', unitName: 'Hall', isCloudUnit: false },
    problems: { unitId: 'lacs.unitIdInvalid' },
  },
  {
    name: 'settings without a name',
    form: UnitSettingsForm,
    route: unitRoutes.changeSettings,
    values: { name: ' ', registration: 'open', sosCountsDown: true, allowsForgottenPassword: true },
    problems: { name: 'unit.nameRequired' },
  },
  {
    name: 'invitation with no uses and no days',
    form: InvitationForm,
    route: unitRoutes.invite,
    values: { label: '', expiresInDays: 0, maxUses: 0 },
    problems: { expiresInDays: 'unit.invitation.daysInvalid', maxUses: 'unit.invitation.usesInvalid' },
  },
]
