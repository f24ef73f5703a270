import { useTranslation } from 'react-i18next'
import { useLocation } from '~/framework'
import { type ProblemKind, sectionAbove } from '~/navigation/problem'
import { useDocument } from './document-context'

/** Explains the problem and where to continue. An unknown address gets the bare 404 that the specification requires. */
export const ProblemPage = ({ kind }: { kind: ProblemKind }) => {
  const { t } = useTranslation()
  const { logId, status } = useDocument()
  if (kind === 'not_found')
    return (
      <main id="main">
        <h1>404</h1>
      </main>
    )
  return (
    <>
      <h1>{t(`problem.${kind}.title`)}</h1>
      <p>{t(`problem.${kind}.text`)}</p>
      {status >= 500 && <LogId logId={logId} />}
      <p>
        <WayOn kind={kind} />
      </p>
    </>
  )
}

/** The log id for the operator, on its own line where the text ends with it. */
const LogId = ({ logId }: { logId: string }) => {
  const { t } = useTranslation()
  return (
    <p>
      {t('problem.log_id', { logId: '' })}
      <br />
      {logId}
    </p>
  )
}

/** The problems of a page after which its section can still be used. */
const leadingUp: readonly ProblemKind[] = ['gone', 'forbidden', 'registration_closed', 'mobile_off', 'email_off']

/** The link to continue with. It leads to the first page that knows whether the person is signed in. */
const WayOn = ({ kind }: { kind: ProblemKind }) => {
  const { t } = useTranslation()
  const section = sectionAbove(useLocation().pathname)
  const { desk } = useDocument()
  const [path, text] = desk
    ? ['/desk', 'desk.back']
    : leadingUp.includes(kind) && section
      ? [`/${section}`, `problem.to.${section}`]
      : ['/', 'problem.home']
  return (
    <a className="button" href={path}>
      {t(text)}
    </a>
  )
}
