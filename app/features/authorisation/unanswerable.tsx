import { useTranslation } from 'react-i18next'
import { LinkRows } from '~/ui/link-list'

/** Explains why a request of an application cannot be answered here, and what to do. */
export const Unanswerable = ({ reason }: { reason: string }) => {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t(`authorise.${reason}.title`)}</h1>
      <p>{t(`authorise.${reason}.text`)}</p>
      <LinkRows links={{ '/settings/authorisations': 'authorisations.title' }} />
    </>
  )
}
