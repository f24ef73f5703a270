import {
  type Account,
  type Asked,
  type Call,
  find,
  newAccount,
  refuse,
  takeCode,
  text,
} from '#tests/plain-upstream/state'

const enter = ({ signIn }: Asked, person: Account | undefined): undefined => {
  signIn(person ?? refuse(4004, 'unknown'))
  return undefined
}

const byPassword: Call = (asked) => {
  const { fields, state } = asked
  const person = find(state, text(fields, 'account', 'mobile', 'email', 'username'))
  if (!person || person.password !== text(fields, 'password')) return refuse(4002, 'Name or password is wrong.')
  return enter(asked, person)
}

const byCode =
  (kind: 'mobile' | 'email', registers = false): Call =>
  (asked) => {
    const { fields, state } = asked
    const address = text(fields, kind)
    takeCode(state, address, text(fields, 'code', 'sms_code', 'email_code'))
    return enter(asked, find(state, address) ?? (registers ? newAccount(state, { [kind]: address }) : undefined))
  }

const register =
  (kind: 'mobile' | 'email'): Call =>
  (asked) => {
    const { fields, state } = asked
    const address = text(fields, kind)
    takeCode(state, address, text(fields, 'code', 'sms_code', 'email_code'))
    if (find(state, address)) return refuse(4003, 'already registered')
    return enter(asked, newAccount(state, { [kind]: address, password: text(fields, 'password') }))
  }

const reset =
  (kind: 'mobile' | 'email'): Call =>
  ({ fields, state }) => {
    takeCode(state, text(fields, kind), text(fields, 'code', 'sms_code', 'email_code'))
    const person = find(state, text(fields, kind)) ?? refuse(4004, 'unknown')
    person.password = text(fields, 'password')
    return undefined
  }

export const signIn: Record<string, Call> = {
  '/v1/login': byPassword,
  '/v1/login/sms': byCode('mobile', true),
  '/v1/login/sms/only': byCode('mobile'),
  '/v1/login/mail': byCode('email'),
  '/v1/logout': ({ signOut }) => {
    signOut()
    return undefined
  },
  '/v1/login/check': () => undefined,
  '/v1/register/mobile': register('mobile'),
  '/v1/register/mail': register('email'),
  '/v1/password/reset/mobile': reset('mobile'),
  '/v1/password/reset/mail': reset('email'),
}
