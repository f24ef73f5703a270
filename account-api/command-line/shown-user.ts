import type { UserShown } from '#contract/operator/people/user-shown'
import { stateOf } from './messages'

type Line = [what: string, ...facts: string[]]

/** The facts about a user, one per line. */
export const linesOfUser = (user: UserShown): string =>
  linesOf(user)
    .map((line) => line.join('\t'))
    .join('\n')

const linesOf = (user: UserShown): Line[] => [
  ...stateLines(user),
  ...wayLines(user),
  ...user.pending.map(({ method, takes_effect_at, becomes }): Line => {
    return ['change that waits', method, takes_effect_at, ...(becomes === null ? [] : [becomes])]
  }),
  ...user.sessions.map(({ browser, system, network, way, created_at, last_seen_at }): Line => {
    const by = `by ${way} since ${created_at}`
    return ['session', `${browser}, ${system}`, `network ${network}`, by, `seen ${last_seen_at}`]
  }),
  ...user.activity.map(({ at, kind, detail }): Line => ['act', at, kind, detail]),
  ...user.messages.map((message): Line => ['message', message.id, message.channel, message.purpose, stateOf(message)]),
  ...user.organisations.map(({ sec_subject_uid, name, is_manager, roles, is_frozen }): Line => {
    const role = is_manager ? 'manager' : roles.join(', ') || 'no role'
    return ['organisation', `${name} (${sec_subject_uid})`, role, ...(is_frozen ? ['frozen there'] : [])]
  }),
]

const stateLines = (user: UserShown): Line[] => [
  ['user id', user.user_id],
  ['username', user.username],
  ['name', user.name ?? 'none'],
  ['mobile', user.mobile ?? 'none'],
  ['email', user.email ?? 'none'],
  ...(user.unverified_email === null ? [] : [['email, not confirmed', user.unverified_email] satisfies Line]),
  ['recovery address', user.recovery_email ?? 'none'],
  ['created at', user.created_at],
  ['last used on', user.last_used_at],
  ['frozen', user.frozen_at === null ? 'no' : `since ${user.frozen_at}: ${user.frozen_reason ?? ''}`],
  ['erased on', user.erased_on ?? 'it is not cancelled'],
]

const passwordOf = ({ password }: UserShown): string => {
  if (password === null) return 'none'
  const breached = password.is_breached ? ', in the list of breached ones' : ''
  return (password.set_at === null ? 'set at the registration' : `set ${password.set_at}`) + breached
}

const authenticatorOf = ({ authenticator }: UserShown): string[] => {
  if (authenticator === null) return ['none']
  const { since, is_asked, recovery_codes } = authenticator
  const asks = is_asked ? 'sign-ins ask for it' : 'sign-ins do not ask for it'
  return [`since ${since}`, asks, `${recovery_codes} recovery codes`]
}

const wayLines = (user: UserShown): Line[] => [
  ['password', passwordOf(user)],
  ['authenticator', ...authenticatorOf(user)],
  ...user.passkeys.map(({ name, made_at, used_at }): Line => {
    return ['passkey', name, `made ${made_at}`, used_at === null ? 'never used' : `used ${used_at}`]
  }),
  ...user.platforms.map(({ platform, name, bound_at }): Line => ['connected', platform, name, bound_at]),
]
