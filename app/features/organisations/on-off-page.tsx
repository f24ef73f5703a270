import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormPage } from '~/forms/form-page'
import type { PageForm } from '~/forms/use-page-form'
import { LinkRows } from '~/ui/link-list'
import { SupportLink } from '~/ui/support-link'
import type { ActingAs } from './acting.server'
import { ActingHeader } from './acting-header'
import { BackToOrganisation } from './back-to-organisation'
import { organisationPath } from './organisation-path'

/**
 * A page that turns a state of the organisation on or off by one button. The form contains the new state, so a second
 * click does not undo the first.
 * @param props `safe`: the text of the link back if the button is red; `field`: a field above the button
 */
export const OnOffPage = ({
  acting,
  page,
  title,
  turns: [name, value],
  submit,
  safe,
  field,
  children,
}: {
  acting: ActingAs
  page: PageForm
  title: string
  turns: readonly [field: string, to: '0' | '1']
  submit: string
  safe?: string
  field?: ReactNode
  children: ReactNode
}) => (
  <FormPage
    page={page}
    title={title}
    submit={submit}
    {...(safe !== undefined && { safe: { path: organisationPath(acting.subject), text: safe } })}
    lead={
      <>
        <ActingHeader acting={acting} />
        {children}
      </>
    }
    after={<BackToOrganisation subject={acting.subject} />}
  >
    <input type="hidden" name={name} value={value} />
    {field}
  </FormPage>
)

/** The page if another person has suspended the organisation. */
export const FrozenByOthers = ({ acting, by }: { acting: ActingAs; by: 'operator' | 'closing' }) => {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t(`frozenBy.title_${by}`)}</h1>
      <ActingHeader acting={acting} />
      <p>{t(by === 'closing' ? 'frozenBy.text_closing' : 'frozenBy.operator')}</p>
      {by === 'operator' && <SupportLink />}
      {by === 'closing' && acting.subject.is_manager && (
        <LinkRows links={{ [organisationPath(acting.subject, '/close')]: 'closing.reopen' }} />
      )}
      <BackToOrganisation subject={acting.subject} />
    </>
  )
}
