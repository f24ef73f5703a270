import { useTranslation } from 'react-i18next'
import { ErrorSummary } from '../../forms/error-summary'
import { LanguageButtons } from '../../forms/language-buttons'
import type { PageForm } from '../../forms/use-page-form'
import { useOwnAction } from '../../navigation/use-own-action'
import { FormToken } from '../../session/form-token'
import { BackToSettings } from '../../ui/back-to-settings'
import { Button } from '../../ui/button'
import { LinkList } from '../../ui/link-list'
import { MatchingNumbers } from './other-screen'

/** The two answers about a scanned code, one as easy as the other: to go on, and then to choose its number; or to deny it. */
export const DecideForm = ({ page, numbers }: { page: PageForm; numbers: readonly number[] }) => (
  <form method="post" {...useOwnAction()}>
    <FormToken />
    {numbers.length > 0 ? <MatchingNumbers numbers={numbers} /> : <Button name="scan" text="qr.confirm.go_on" />}{' '}
    <Button name="deny" text="qr.confirm.deny" quiet />
    {page.lines !== undefined && <LanguageButtons lines={page.lines} />}
  </form>
)

interface OverProps {
  page: PageForm
  /** Message keys: the title, and the reason. */
  title: string
  over: string
}

/** The page of a scanned code that leaves nothing to decide. */
export const ScannedCodeOver = ({ page, title, over }: OverProps) => {
  const { t } = useTranslation()
  const ownAction = useOwnAction()
  return (
    <>
      <ErrorSummary {...page} errors={page.errors.length > 0 ? page.errors : [{ name: '', text: t(over) }]} />
      <h1>{t(title)}</h1>
      <LinkList title="move.confirm.otherwise" links={{ '/login/qr/confirm': 'qr.letters.title' }} />
      <BackToSettings />
      {page.lines !== undefined && (
        <form method="post" noValidate {...ownAction}>
          <FormToken />
          <LanguageButtons lines={page.lines} />
        </form>
      )}
    </>
  )
}
