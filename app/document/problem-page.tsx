import { useTranslation } from 'react-i18next'
import type { ProblemKind } from '../navigation/problem'
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
  const leadsHome = kind === 'unavailable' || kind === 'busy'
  return (
    <>
      <h1>{t(`problem.${kind}.title`)}</h1>
      <p>{t(`problem.${kind}.text`)}</p>
      {status >= 500 && <p>{t('problem.log_id', { logId })}</p>}
      <p>
        <a className="button" href={leadsHome ? '/' : '/login'}>
          {t(leadsHome ? 'problem.home' : 'problem.sign_in')}
        </a>
      </p>
    </>
  )
}
