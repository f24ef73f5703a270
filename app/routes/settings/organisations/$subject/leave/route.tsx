import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requirePlace } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToOrganisation, BackToOrganisations } from '~/features/organisations/back-to-organisation'
import { organisationPath } from '~/features/organisations/organisation-path'
import { buttonAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'

// Gives up one's own place in an organisation, even a suspended one.
export const handle: PageHandle = { title: 'leaving.title' }

export const loader = async (args: LoaderFunctionArgs) => reply(await requirePlace(args))

export const action = buttonAction({
  call: (client, _, args) => client.leaveSubject(inSubject(args)),
  done: () => ({ path: '/settings/organisations', notice: 'organisation_left' }),
})

export default function LeaveOrganisation() {
  const { t } = useTranslation()
  const { acting, subject, isSuspended } = useLoaderData<typeof loader>()
  const away = acting ? organisationPath(subject) : '/settings/organisations'
  return (
    <FormPage
      page={usePageForm()}
      title="leaving.title"
      {...(!subject.is_manager && {
        submit: 'leaving.leave',
        safe: { path: away, text: 'leaving.stay' },
      })}
      lead={
        <>
          {acting && <ActingHeader acting={acting} />}
          <p>{t(subject.is_manager ? 'error.is_manager' : 'leaving.text', { name: subject.subject_name })}</p>
          {isSuspended && <p>{t('leaving.frozen')}</p>}
        </>
      }
      after={acting ? <BackToOrganisation subject={subject} /> : <BackToOrganisations />}
    />
  )
}
