import { useTranslation } from 'react-i18next'
import { Agreement } from '~/forms/agreement'
import { NewPasswordField, OwnNameField, SparedAccountName } from '~/forms/fields/fields'
import type { PageField } from '~/forms/use-page-form'
import { useOwnAction } from '~/navigation/use-own-action'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'

interface RegisterHereProps {
  email: string
  /** The page for people who have an account. */
  signIn: string
  nameField: PageField
  passwordField: PageField
}

/** Creates an account for the invited email, which the link has proven, and accepts the invitation with it. */
export const RegisterHere = ({ email, signIn, nameField, passwordField }: RegisterHereProps) => {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('invitation.register_here', { email })}</p>
      <form method="post" noValidate {...useOwnAction()}>
        <FormToken />
        <OwnNameField field={nameField} />
        <NewPasswordField field={passwordField} />
        <Agreement />
        <Button name="register" text="invitation.register" />{' '}
        {passwordField.value === '' && <Button name="show_password" text="form.show_password" quiet />}
        <SparedAccountName name={email} />
      </form>
      <p>
        <a href={signIn}>{t('invitation.have_account')}</a>
      </p>
    </>
  )
}
