import { useTranslation } from 'react-i18next'
import type { ActingAs } from '~/features/organisation/acting.server'
import { may } from '~/features/organisation/desk/may'
import { organisationPath } from '~/features/organisation/organisation-path'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'

/** A made-up username, which an account has until its person chooses one (account-api/accounts/account/account.ts). */
const madeUp = /^user-[a-z\d]{8}$/

/** True when the acting member is alone in the organisation, and may invite others. */
export const isAlone = (acting: ActingAs): boolean =>
  acting.counts?.members === 1 && acting.subject.frozen_by === null && may(acting, 'invitation.send')

/** The first things to do in an organisation with nobody else. Completed ones are marked. */
export const FirstSteps = ({ acting }: { acting: ActingAs }) => {
  const { t } = useTranslation()
  const { subject, counts } = acting
  const isOpen = useIsOpen()
  const steps = [
    { text: 'name', below: `/members/${subject.identity_id}`, isDone: !madeUp.test(subject.deputy_name) },
    { text: 'invite', below: '/invitations/new', isDone: (counts?.invitations ?? 0) > 0 },
    ...(may(acting, 'role.write') ? [{ text: 'roles', below: '/roles', isDone: (counts?.roles ?? 0) > 0 }] : []),
  ].filter(({ below }) => isOpen(organisationPath(subject, below)))
  return (
    <>
      <h2>{t('firstSteps.title')}</h2>
      <ol className="steps">
        {steps.map(({ text, below, isDone }) => (
          <li key={text}>
            <a href={organisationPath(subject, below)}>{t(`firstSteps.${text}`)}</a>
            {isDone && <> – {t('firstSteps.done')}</>}
            <br />
            <span className="hint">{t(`firstSteps.${text}_why`)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
