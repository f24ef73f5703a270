import type { ReadSent } from './journey'
import { expectPage, open, send, type Visitor } from './pages'
import { newEmail, newMobile } from './people'
import { registerByEmail, registerByMobile, registerBySmsCode, signOut } from './roads'

/** A person who registered by email names a mobile of theirs and is asked for its code. */
export const nameMobile = async (visitor: Visitor, code: ReadSent, mobile = newMobile()) => {
  const person = await registerByEmail(visitor, code)
  await open(visitor, 'mobile')
  await send(visitor, 'mobile', { mobile })
  await expectPage(visitor, 'mobileBind')
  return { ...person, mobile }
}

/** The same the other way round. */
export const nameEmail = async (visitor: Visitor, code: ReadSent, email = newEmail()) => {
  const person = await registerByMobile(visitor, code)
  await open(visitor, 'email')
  await send(visitor, 'email', { email })
  await expectPage(visitor, 'emailBind')
  return { ...person, email }
}

/** A person with two accounts proves, in one, the mobile that the other holds. `password`: of that other account. */
export const proveMobileOfOther = async (
  visitor: Visitor,
  code: ReadSent,
  { password }: { password?: string } = {},
) => {
  const { mobile } = password
    ? await registerByMobile(visitor, code, { password })
    : await registerBySmsCode(visitor, code)
  await signOut(visitor)
  const person = await nameMobile(visitor, code, mobile)
  await send(visitor, 'mobileBind', { code: await code(mobile, 2) })
  await expectPage(visitor, 'mobileSwitch')
  return person
}

/** The same with an email. */
export const proveEmailOfOther = async (visitor: Visitor, code: ReadSent) => {
  const other = await registerByEmail(visitor, code)
  await signOut(visitor)
  const person = await nameEmail(visitor, code, other.email)
  await send(visitor, 'emailBind', { code: await code(other.email, 2) })
  await expectPage(visitor, 'emailSwitch')
  return person
}

/** A person begins to change their mobile and is asked for the code of the old one. */
export const beginMobileChange = async (visitor: Visitor, code: ReadSent) => {
  const person = await registerByMobile(visitor, code)
  await open(visitor, 'mobileChange')
  await send(visitor, 'mobileChange', {})
  await expectPage(visitor, 'mobileOld')
  return person
}

/** Who is signed in begins to change their mobile, and proves the old one by the nth code that is sent to it. */
export const proveOwnMobile = async (
  visitor: Visitor,
  code: ReadSent,
  { mobile, nth }: { mobile: string; nth: number },
): Promise<void> => {
  await open(visitor, 'mobileChange')
  await send(visitor, 'mobileChange', {})
  await send(visitor, 'mobileOld', { code: await code(mobile, nth) })
  await expectPage(visitor, 'mobileNew')
}

/** A person has proven the mobile that they want to change, and is asked for the new one. */
export const proveOldMobile = async (visitor: Visitor, code: ReadSent) => {
  const person = await registerByMobile(visitor, code)
  await proveOwnMobile(visitor, code, { mobile: person.mobile, nth: 2 })
  return person
}

/** The same up to the code of the new one. */
export const nameNewMobile = async (visitor: Visitor, code: ReadSent, next = newMobile()) => {
  const person = await proveOldMobile(visitor, code)
  await send(visitor, 'mobileNew', { mobile: next })
  await expectPage(visitor, 'mobileConfirm')
  return { ...person, next }
}

/** Up to the code of a new email. */
export const nameNewEmail = async (visitor: Visitor, code: ReadSent, next = newEmail()) => {
  const person = await registerByEmail(visitor, code)
  await open(visitor, 'emailChange')
  await send(visitor, 'emailChange', {})
  await send(visitor, 'emailOld', { code: await code(person.email, 2) })
  await send(visitor, 'emailNew', { email: next })
  await expectPage(visitor, 'emailConfirm')
  return { ...person, next }
}
