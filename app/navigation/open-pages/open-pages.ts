import { type AddressKind, addressKinds, type KindOfIdentifier, type Registrations } from '#contract/terms/fields'
import type { Numbers } from '~/i18n/numbers'
import { standInsOf } from './pages-of-calls'

/** The kinds of address that get codes in this deployment. */
export type OpenKinds = readonly AddressKind[]

/** The identifiers with which people register, bind and sign in. */
export type Identifiers = readonly KindOfIdentifier[]

/** The operator's announcement on the sign-in page, in the full languages. */
export type Announcement = Record<'en' | 'zh-Hans', string>

/** What the account API offers in this deployment, without a session. */
export interface Offered {
  kinds: OpenKinds
  /** The identifiers with which people register, bind and sign in. */
  identifiers: Identifiers
  /** Who gets an account. */
  registration: Registrations
  /** The numbers that texts name. */
  numbers: Numbers
  announcement: Announcement | null
}

interface Page {
  /** The kinds of address that have to get codes. */
  needs: readonly AddressKind[]
  /** The page that does the same in another way, or leads to such a page. */
  instead: string
}

const byMobile = (instead: string): Page => ({ needs: ['mobile'], instead })
const byEmail = (instead: string): Page => ({ needs: ['email'], instead })
const always: Page = { needs: [], instead: '/' }

/** The pages that send codes to a kind of address. Each entry applies to the pages below it that have none. */
const pages: Record<string, Page> = {
  '/login/sms': byMobile('/login/email'),
  '/login/email': byEmail('/login/sms'),
  '/login/email/password': always,
  '/login/register': byMobile('/login/register/email'),
  '/login/register/email': byEmail('/login/register'),
  '/login/register/both': { needs: addressKinds, instead: '/login/register' },
  '/login/register/organisation': always,
  '/login/register/organisation/mobile': byMobile('/login/register/organisation'),
  '/login/register/organisation/email': byEmail('/login/register/organisation'),
  '/login/bind/mobile': byMobile('/login/bind'),
  '/login/bind/code': byMobile('/login/bind'),
  '/login/authorize/*/sms': byMobile('/login/authorize/*'),
  '/account-help/password': byMobile('/account-help/password/email'),
  '/account-help/password/email': byEmail('/account-help/password'),
  // Older messages lead there.
  '/account-help/password/link': always,
  '/account-help/activate': byMobile('/account-help/activate/email'),
  '/account-help/activate/email': byEmail('/account-help/activate'),
  '/account-help/mobile-lost': byMobile('/account-help'),
  '/account-help/mobile-lost/email': { needs: addressKinds, instead: '/account-help/mobile-lost' },
  '/settings/mobile/bind': byMobile('/settings/mobile'),
  '/settings/mobile/change': byMobile('/settings/mobile'),
  '/settings/mobile/switch': byMobile('/settings/mobile'),
  '/settings/recovery-email/code': byEmail('/settings/recovery-email'),
  '/settings/email/bind': byEmail('/settings/email'),
  '/settings/email/change': byEmail('/settings/email'),
  '/settings/email/switch': byEmail('/settings/email'),
}

/** A request of an application, in the path of a page below it. */
const ofRequest = /^\/login\/authorize\/([^/]+)/

/** The entry for a path, ignoring case like the router. */
const pageAt = (path: string): Page | undefined => {
  const [, request = '*'] = ofRequest.exec(path) ?? []
  const parts = path.toLowerCase().replace(ofRequest, '/login/authorize/*').split('/').filter(Boolean)
  for (let count = parts.length; count > 0; count -= 1) {
    const page = pages[`/${parts.slice(0, count).join('/')}`]
    if (page) return { ...page, instead: page.instead.replace('*', request) }
  }
  return undefined
}

/** The kinds of address that a page needs, and that get no codes. Empty: the page is open. */
export const lackingFor = (path: string, kinds: OpenKinds): AddressKind[] => {
  const lacking = addressKinds.filter((kind) => !kinds.includes(kind))
  // The usual case, checked for each link of a page.
  return lacking.length === 0 ? [] : (pageAt(path)?.needs ?? []).filter((kind) => lacking.includes(kind))
}

/** The open page for a path: itself, or its substitute. */
export const openPage = (path: string, kinds: OpenKinds): string => {
  const lacking = lackingFor(path, kinds)
  if (lacking.length === 0) return path
  const instead = pageAt(path)?.instead ?? '/'
  // If no codes are sent at all, the pages of both kinds would be each other's substitute.
  if (kinds.length === 0) return instead.startsWith('/login/authorize/') ? instead : `/${instead.split('/')[1]}`
  return openPage(instead, kinds)
}

/** The open pages: the kinds of address that get codes, and the pages that have their calls. */
export interface OpenHere {
  kinds: OpenKinds
  isOpen: (path: string) => boolean
}

/** The open substitute of a page without its calls, if there is any. */
export const standInFor = (path: string, { kinds, isOpen }: OpenHere): string | undefined =>
  standInsOf(path)?.find((page) => isOpen(page) && lackingFor(page, kinds).length === 0)

/** A link by the message key of its text. */
export interface TextLink {
  path: string
  text: string
}

/**
 * The texts of links that become a link to the substitute of a closed page, and their new texts. A link with another
 * text names the closed page, so it is left out.
 */
const textsInstead: Record<string, string> = {
  'ways.sms': 'ways.email_code',
  'ways.email_code': 'ways.sms',
  'ways.register': 'ways.register',
  'ways.register_email': 'ways.register',
  'home.create': 'home.create',
  'register.organisation.without': 'register.organisation.without',
  'login.forgotten': 'login.forgotten',
  'help.password': 'help.password',
  'help.activate': 'help.activate',
  'notMe.step_reset': 'notMe.step_reset',
}

/** The texts of links that need a call that the account API lacks. */
const textsOfLacking = ['ways.password', 'ways.by_mobile', 'ways.other_number', 'reset.use_mobile']

/** The texts of links to pages that are open for a bound address, and add one. */
const textsOfAdding: Record<string, AddressKind> = { 'mobile.add_first': 'mobile', 'email.add_first': 'email' }

/**
 * The links of a page to show: none to a closed page, no substitute that is this page itself, and no page twice.
 * @param here the path of the page
 */
export const openLinks = <Link extends TextLink>(
  links: readonly Link[],
  { kinds, isOpen }: OpenHere,
  here: string,
): Link[] => {
  const shown = new Set(links.map(({ path }) => path))
  return links.flatMap((link) => {
    const adding = textsOfAdding[link.text]
    if (adding !== undefined && !kinds.includes(adding)) return []
    const [page = '', ...query] = link.path.split('?')
    if (!isOpen(page)) {
      const instead = standInFor(page, { kinds, isOpen })
      const isOther = instead !== undefined && instead !== here && !shown.has(instead)
      return isOther && !textsOfLacking.includes(link.text) ? [{ ...link, path: [instead, ...query].join('?') }] : []
    }
    const open = openPage(page, kinds)
    if (open === page) return [link]
    if (!isOpen(open)) return []
    const path = [open, ...query].join('?')
    const text = textsInstead[link.text]
    if (text === undefined || open === here || shown.has(path)) return []
    shown.add(path)
    return [{ ...link, path, text }]
  })
}
