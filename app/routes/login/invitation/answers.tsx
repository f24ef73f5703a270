import { useTranslation } from 'react-i18next'
import { type InvitationFit, isForItsHolder } from '#contract/organisations/invitations/invitations'
import { organisationPath } from '~/features/organisations/organisation-path'
import { Agreement } from '~/forms/agreement'
import { NewPasswordField, OwnNameField, SparedAccountName } from '~/forms/fields/fields'
import type { PageField } from '~/forms/use-page-form'
import { sentence } from '~/i18n/sentence'
import { openPage } from '~/navigation/open-pages/open-pages'
import { useIsOpen, useOpenKinds } from '~/navigation/open-pages/use-open-pages'
import { withNext } from '~/navigation/returning/return-address'
import { useOwnAction } from '~/navigation/use-own-action'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'
import type { Received } from './received-facts'

interface AnswersProps {
  invitation: Received
  fit: InvitationFit
  /** The invited email, if the link comes from its mail and no account has it. */
  freeEmail: string | null
  /** True if the link comes from the mail to an email that an account has. */
  isBound: boolean
  /** The organisation, if the account is a member of it by now. */
  subject: { sec_subject_uid: string } | null
  /** The name of the signed-in account. Null: nobody is signed in. */
  username: string | null
  /** The page, as a return address. */
  next: string | null
  mayDecline: boolean
  nameField: PageField
  passwordField: PageField
}

/** The person's possible answers to the invitation. */
export const Answers = ({
  invitation,
  fit,
  freeEmail,
  isBound,
  subject,
  username,
  next,
  mayDecline,
  nameField,
  passwordField,
}: AnswersProps) => {
  const { t } = useTranslation()
  const ownAction = useOwnAction()
  const kinds = useOpenKinds()
  const mayRegister = useIsOpen()('/login/register')
  const { state, channel, address } = invitation
  if (subject !== null)
    return (
      <>
        <p>{t('invitation.member', { username: username ?? '' })}</p>
        <p>
          <a className="button" href={organisationPath(subject)}>
            {t('invitation.open')}
          </a>
        </p>
      </>
    )
  if (state !== 'pending') return <p>{sentence(t, t(`error.invitation_over_${state}`, { defaultValue: state }))}</p>
  const signIn = withNext(openPage(signInPaths[channel] ?? '/login', kinds), next)
  if (fit === 'signed_out' && freeEmail !== null && mayRegister)
    return <RegisterHere email={freeEmail} signIn={signIn} nameField={nameField} passwordField={passwordField} />
  if (fit === 'signed_out') {
    const registers = mayRegister && !isBound
    const kind = isForItsHolder(channel) ? 'sign_in_any' : 'sign_in'
    return (
      <>
        <p>{t(isBound ? 'invitation.sign_in_bound' : `invitation.${kind}${registers ? '' : '_only'}`, { address })}</p>
        <p>
          <a className="button" href={signIn}>
            {t('invitation.to_sign_in')}
          </a>{' '}
          {registers && (
            <a
              className="button quiet"
              href={withNext(openPage(registerPaths[channel] ?? '/login/register', kinds), next)}
            >
              {t('ways.register')}
            </a>
          )}
        </p>
      </>
    )
  }
  return (
    <>
      <p>{t('invitation.signed_in_as', { username: username ?? '' })}</p>
      {fit === 'other' && <p>{t('invitation.other', { address })}</p>}
      {fit === 'removed' && <p>{t('error.was_removed')}</p>}
      {fit === 'subject_frozen' && <p>{t('invitation.frozen')}</p>}
      <form method="post" {...ownAction}>
        <FormToken />
        {fit === 'fits' && <OwnNameField field={nameField} />}
        {fit === 'fits' && <Button name="accept" text="invitation.accept" />}{' '}
        {fit === 'fits' && mayDecline && <Button name="decline" text="invitation.decline" quiet />}{' '}
        <Button name="change" text="invitation.change_account" quiet={fit === 'fits'} />
      </form>
      {fit === 'other' && (channel === 'mobile' || channel === 'email') && kinds.includes(channel) && (
        <p>
          <a href={withNext(`/settings/${channel}`, next)}>{t(`invitation.add_${channel}`)}</a>
        </p>
      )}
    </>
  )
}

const signInPaths: Partial<Record<string, string>> = {
  mobile: '/login/sms',
  email: '/login/email',
  workplace: '/login',
  link: '/login',
}
const registerPaths: Partial<Record<string, string>> = {
  mobile: '/login/register',
  email: '/login/register/email',
  workplace: '/login/register',
  link: '/login/register',
}

interface RegisterHereProps {
  email: string
  /** The page for people who have an account. */
  signIn: string
  nameField: PageField
  passwordField: PageField
}

/** Creates an account for the invited email, which the link has proven, and accepts the invitation with it. */
const RegisterHere = ({ email, signIn, nameField, passwordField }: RegisterHereProps) => {
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
