import { useTranslation } from 'react-i18next'
import { useLocation } from '../framework'
import { type ProblemKind, sectionAbove } from '../navigation/problem'
import { useDocument } from './document-context'

/** Says what cannot be done and where to go from here. An unknown address is the bare 404 that the specification asks for. */
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

/** What the operator needs to find the request, on a line of its own where the text ends with it. */
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

/** Where to go from here. The person may be signed in or not, so it is the first page that knows. */
const WayOn = ({ kind }: { kind: ProblemKind }) => {
  const { t } = useTranslation()
  const section = sectionAbove(useLocation().pathname)
  const [path, text] =
    (kind === 'gone' || kind === 'forbidden') && section
      ? [`/${section}`, `problem.to.${section}`]
      : ['/', 'problem.home']
  return (
    <a className="button" href={path}>
      {t(text)}
    </a>
  )
}
