import { type Guest, signedInWithEmail, signedInWithMobile } from './accounts'
import { expectPage, open, send } from './pages'
import { newMobile } from './people'

/** An account with an email names a mobile and is asked for its code. */
export const nameMobile = async (visitor: Guest, mobile = newMobile()) => {
  const account = await signedInWithEmail(visitor)
  await open(visitor, 'mobile')
  await send(visitor, 'mobile', { mobile })
  await expectPage(visitor, 'mobileBind')
  return { ...account, mobile }
}

/** Begins to change the mobile of an account, up to the code of the new one. The page names both numbers. */
export const nameNewMobile = async (visitor: Guest) => {
  const next = newMobile()
  const account = await signedInWithMobile(visitor)
  await open(visitor, 'mobile')
  await visitor.page.getByRole('button', { name: visitor.t('mobile.change.begin'), exact: true }).click()
  await send(visitor, 'mobileOld', { code: await visitor.code(account.mobile, 2), mobile: next })
  await expectPage(visitor, 'mobileConfirm')
  return { ...account, next }
}
