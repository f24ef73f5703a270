import { useTranslation } from 'react-i18next'
import { ErrorSummary } from '~/forms/error-summary'
import { LanguageButtons } from '~/forms/language-buttons'
import type { PageForm } from '~/forms/use-page-form'
import { useOwnAction } from '~/navigation/use-own-action'
import { FormToken } from '~/session/form-token'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'
import { LinkList } from '~/ui/link-list'
import { SummaryList } from '~/ui/summary-list'
import { MatchingNumbers } from './other-screen'

interface DecideProps {
  page: PageForm
  numbers: readonly number[]
  /** The message key of the button that confirms a scanned code without numbers; undefined before it is scanned. */
  agree?: string | undefined
}

/**
 * The two answers about a scanned code, equally easy to give: continue, and then choose its number, or confirm it if it
 * has none; or deny it.
 */
export const DecideForm = ({ page, numbers, agree }: DecideProps) => (
  <form method="post" {...useOwnAction()}>
    <FormToken />
    {numbers.length > 0 ? <MatchingNumbers numbers={numbers} /> : <TakeButton agree={agree} />}{' '}
    <Button name="deny" text="qr.confirm.deny" quiet />
    {page.lines !== undefined && <LanguageButtons lines={page.lines} />}
  </form>
)

/** Confirms a scanned code, or scans it first. */
const TakeButton = ({ agree }: { agree?: string | undefined }) =>
  agree === undefined ? <Button name="scan" text="qr.confirm.go_on" /> : <Button name="agree" text={agree} />

interface UnknownProps {
  page: PageForm
  /** Message keys: the title, the term of the account, and the warning. */
  title: string
  term: string
  warning: string
  username: string
}

/** The page of a code that is unknown before it is scanned: the account that it would use, and a warning. */
export const UnknownCode = ({ page, title, term, warning, username }: UnknownProps) => {
  const { t } = useTranslation()
  return (
    <>
      <ErrorSummary {...page} />
      <h1>{t(title)}</h1>
      <SummaryList facts={{ [term]: username }} />
      <p>{t(warning)}</p>
      <p>{t('qr.confirm.unknown')}</p>
      <DecideForm page={page} numbers={[]} />
    </>
  )
}

interface OverProps {
  page: PageForm
  /** Message keys: the title, and the reason. */
  title: string
  over: string
}

/** The page of a scanned code about which nothing can be decided. */
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
