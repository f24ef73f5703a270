import { expectPage, open, send, type Visitor } from './pages'
import { newEmail, newMobile } from './people'
import { registerByEmail, registerByMobile, signOut } from './roads'

type Code = (to: string, nth?: number) => Promise<string>

/** A person who registered by email names a mobile of theirs and is asked for its code. */
export const nameMobile = async (visitor: Visitor, code: Code, mobile = newMobile()) => {
  const person = await registerByEmail(visitor, code)
  await open(visitor, 'mobile')
  await send(visitor, 'mobile', { mobile })
  await expectPage(visitor, 'mobileBind')
  return { ...person, mobile }
}

/** The same the other way round. */
export const nameEmail = async (visitor: Visitor, code: Code, email = newEmail()) => {
  const person = await registerByMobile(visitor, code)
  await open(visitor, 'email')
  await send(visitor, 'email', { email })
  await expectPage(visitor, 'emailBind')
  return { ...person, email }
}

/** A person with two accounts proves, in one, the mobile that the other holds. `password`: of that other account. */
export const proveMobileOfOther = async (visitor: Visitor, code: Code, { password }: { password?: string } = {}) => {
  const mobile = newMobile()
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  await send(visitor, 'registerMobileCode', { code: await code(mobile), ...(password && { password }) })
  await signOut(visitor)
  const person = await nameMobile(visitor, code, mobile)
  await send(visitor, 'mobileBind', { code: await code(mobile, 2) })
  await expectPage(visitor, 'mobileSwitch')
  return person
}

/** The same with an email. */
export const proveEmailOfOther = async (visitor: Visitor, code: Code) => {
  const other = await registerByEmail(visitor, code)
  await signOut(visitor)
  const person = await nameEmail(visitor, code, other.email)
  await send(visitor, 'emailBind', { code: await code(other.email, 2) })
  await expectPage(visitor, 'emailSwitch')
  return person
}

/** A person begins to change their mobile and is asked for the code of the old one. */
export const beginMobileChange = async (visitor: Visitor, code: Code) => {
  const person = await registerByMobile(visitor, code)
  await open(visitor, 'mobileChange')
  await send(visitor, 'mobileChange', {})
  await expectPage(visitor, 'mobileOld')
  return person
}

/** The same up to the new one. */
export const proveOldMobile = async (visitor: Visitor, code: Code) => {
  const person = await beginMobileChange(visitor, code)
  await send(visitor, 'mobileOld', { code: await code(person.mobile, 2) })
  await expectPage(visitor, 'mobileNew')
  return person
}

/** The same up to the code of the new one. */
export const nameNewMobile = async (visitor: Visitor, code: Code, next = newMobile()) => {
  const person = await proveOldMobile(visitor, code)
  await send(visitor, 'mobileNew', { mobile: next })
  await expectPage(visitor, 'mobileConfirm')
  return { ...person, next }
}

/** Up to the code of a new email. */
export const nameNewEmail = async (visitor: Visitor, code: Code, next = newEmail()) => {
  const person = await registerByEmail(visitor, code)
  await open(visitor, 'emailChange')
  await send(visitor, 'emailChange', {})
  await send(visitor, 'emailOld', { code: await code(person.email, 2) })
  await send(visitor, 'emailNew', { email: next })
  await expectPage(visitor, 'emailConfirm')
  return { ...person, next }
}
