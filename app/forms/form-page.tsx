import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlashName } from '~/navigation/flash/flash-names'
import { useOwnAction } from '~/navigation/use-own-action'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { ErrorSummary } from './error-summary'
import { LanguageButtons } from './language-buttons'
import type { PageForm } from './use-page-form'

interface FormPageProps {
  page: PageForm
  /** Message keys. A form with several buttons has them among its children. */
  title: string
  values?: Record<string, string>
  /** The name of the thing that the page shows, which replaces its title. */
  name?: string | undefined
  submit?: string
  /** True if another button of the page comes first. */
  isSecond?: boolean
  /** The link back of a form that ends or removes something: it comes first, and the form's button is red. */
  safe?: { path: string; text: string }
  /** The form has a new password, which its person may want to read. */
  hasNewPassword?: boolean
  hasFile?: boolean
  /** The flash message of the page, above its lead. */
  notice?: FlashName | null
  /** Shown between the title and the fields: what happened, what to do. */
  lead?: ReactNode
  children?: ReactNode
  /** In the form, below its button: the Enter key presses the first button of a form. */
  more?: ReactNode
  /** Also in the form, below all its choices: links and buttons for people whom the form does not help. */
  help?: ReactNode
  /** Links below the form. */
  after?: ReactNode
  /** Below all that: another form, or a table that needs the whole width. */
  below?: ReactNode
}

/**
 * A page with one form. The errors come first, so a screen reader reads them first. The form posts to the page's own
 * URL, and the server checks every field (`novalidate`). If it would fail again, a link that continues replaces its
 * button.
 */
export const FormPage = ({
  page,
  title,
  values,
  name,
  submit,
  isSecond = false,
  safe,
  hasNewPassword = false,
  hasFile = false,
  notice = null,
  lead,
  children,
  more,
  help,
  after,
  below,
}: FormPageProps) => {
  const { t } = useTranslation()
  const ownAction = useOwnAction()
  const onlyWay = page.links.find(({ isOnlyWay }) => isOnlyWay)
  return (
    <>
      <ErrorSummary {...page} />
      {/* Title and lead describe the form, which would fail again, so they are left out. */}
      <h1>{onlyWay ? t('form.impossible_title') : name ? <bdi>{name}</bdi> : t(title, { ...values })}</h1>
      {!onlyWay && <FlashMessage notice={notice} />}
      {!onlyWay && lead}
      <form
        method="post"
        noValidate
        {...ownAction}
        {...(hasFile && { encType: 'multipart/form-data' })}
        {...(page.closed !== undefined && { 'data-closed': page.closed })}
      >
        <FormToken />
        {children}
        {safe && (
          <a className="button safe" href={safe.path}>
            {t(safe.text)}
          </a>
        )}{' '}
        {onlyWay && (
          <a className="button" href={onlyWay.path}>
            {onlyWay.text}
          </a>
        )}
        {submit && !onlyWay && <Button text={submit} danger={safe !== undefined} quiet={isSecond} />} {more}
        {hasNewPassword && !page.fields.password?.value && (
          <Button name="show_password" text="form.show_password" quiet />
        )}
        {help}
        {page.lines !== undefined && (
          <>
            {after}
            <LanguageButtons lines={page.lines} />
          </>
        )}
      </form>
      {page.lines === undefined && after}
      {below}
    </>
  )
}
