import type { OpenKinds } from '~/navigation/open-pages/open-pages'

/** The facts about an account that the advice depends on. */
interface Account {
  email: string | null
  email_verified: boolean
  has_password: boolean
  password_breached: boolean
}

/** An advice: the message keys of its reason and its link, and the path of the link. */
export interface Advice {
  why: string
  path: string
  link: string
}

/**
 * The advice for an account, the most important first, one for each page.
 * @param ways its sign-in methods
 * @param kinds the kinds of address that get codes
 */
export const adviceFor = (account: Account, ways: readonly string[], kinds: OpenKinds): Advice[] => {
  const { email, email_verified, has_password, password_breached } = account
  const isByEmail = kinds.includes('email')
  const asked = [
    ...(password_breached ? [changePassword] : []),
    ...(!email && isByEmail ? [addEmail] : []),
    ...(email && !email_verified && isByEmail ? [confirmEmail] : []),
    ...(has_password ? [] : [setPassword]),
  ]
  const [only, ...otherWays] = ways
  const [first, ...others] = asked
  if (!only || otherWays.length > 0 || !first) return asked
  if (first === changePassword) return asked
  // The first advice adds a sign-in method too, so its reason says that there is only one.
  const way = ownWays.includes(only) ? only : 'platform'
  return [{ ...first, why: `settings.advice.one_way_${way}` }, ...others]
}

/** The ways to sign in other than third-party identities. */
export const ownWays = ['mobile', 'email', 'password']

const adviceOf = (path: string, why: string, link: string): Advice => ({
  path,
  why: `settings.advice.${why}`,
  link: `settings.advice.${link}`,
})

const changePassword = adviceOf('/settings/password', 'password_breached', 'change_password')
const addEmail = adviceOf('/settings/email', 'no_email', 'add_email')
const confirmEmail = adviceOf('/settings/email', 'email_unconfirmed', 'confirm_email')
const setPassword = adviceOf('/settings/password', 'no_password', 'set_password')
