/** What there is to know of an account in order to see what is weak about it. */
interface Account {
  email: string | null
  email_verified: boolean
  has_password: boolean
}

/** Something to do for one's own safety: message keys of why and of the link, and where it leads. */
export interface Advice {
  why: string
  path: string
  link: string
}

/**
 * What to do about an account, the weightiest first; one thing for each place where it is done.
 * @param ways in which it can be signed in to
 */
export const adviceFor = (account: Account, ways: readonly string[]): Advice[] => {
  const { email, email_verified, has_password } = account
  const asked = [
    ...(email ? [] : [addEmail]),
    ...(email && !email_verified ? [confirmEmail] : []),
    ...(has_password ? [] : [setPassword]),
  ]
  const [only, ...otherWays] = ways
  const [first, ...others] = asked
  if (!only || otherWays.length > 0 || !first) return asked
  // The first of what is missing is another way to sign in too.
  const way = ownWays.includes(only) ? only : 'platform'
  return [{ ...first, why: `settings.advice.one_way_${way}` }, ...others]
}

const ownWays = ['mobile', 'email', 'password']

const adviceOf = (path: string, why: string, link: string): Advice => ({
  path,
  why: `settings.advice.${why}`,
  link: `settings.advice.${link}`,
})

const addEmail = adviceOf('/settings/email', 'no_email', 'add_email')
const confirmEmail = adviceOf('/settings/email', 'email_unconfirmed', 'confirm_email')
const setPassword = adviceOf('/settings/password', 'no_password', 'set_password')
