import { type Guest, signedInWithEmail, signedInWithMobile } from './accounts'
import { expectPage, open, send, type Visitor } from './pages'
import { newEmail, newMobile } from './people'

/** An account with an email names a mobile and is asked for its code. */
export const nameMobile = async (visitor: Guest, mobile = newMobile()) => {
  const account = await signedInWithEmail(visitor)
  await open(visitor, 'mobile')
  await send(visitor, 'mobile', { mobile })
  await expectPage(visitor, 'mobileBind')
  return { ...account, mobile }
}

/** An account with a mobile names an email and is asked for its code. */
export const nameEmail = async (visitor: Guest) => {
  const email = newEmail()
  const account = await signedInWithMobile(visitor)
  await open(visitor, 'email')
  await send(visitor, 'email', { email })
  await expectPage(visitor, 'emailBind')
  return { ...account, email }
}

/** Proves, in an account with an email, a mobile that another account holds. */
export const proveMobileOfOther = async (visitor: Guest, holder: { mobile: string }) => {
  const account = await nameMobile(visitor, holder.mobile)
  await send(visitor, 'mobileBind', { code: await visitor.code(holder.mobile, 2) })
  await expectPage(visitor, 'mobileSwitch')
  return account
}

/** Begins to change the mobile of the account that is signed in, up to the page of the code to the old one. */
export const beginMobileChange = async (visitor: Visitor): Promise<void> => {
  const { page, t } = visitor
  await open(visitor, 'mobile')
  await page.getByRole('button', { name: t('mobile.change.begin'), exact: true }).click()
  await expectPage(visitor, 'mobileOld')
}

/** The same up to the code of the new one, which is named beside the second code to the old one. */
export const nameNewMobile = async (visitor: Guest) => {
  const next = newMobile()
  const account = await signedInWithMobile(visitor)
  await beginMobileChange(visitor)
  await send(visitor, 'mobileOld', { code: await visitor.code(account.mobile, 2), mobile: next })
  await expectPage(visitor, 'mobileConfirm')
  return { ...account, next }
}
