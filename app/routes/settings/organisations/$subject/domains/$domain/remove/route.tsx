import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToDomains } from '~/features/organisations/back-to-organisation'
import { organisationPath } from '~/features/organisations/organisation-path'
import { buttonAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireDomain, thisDomain } from '~/routes/settings/organisations/$subject/domains/domains.server'

// Removes a mail domain.
export const handle: PageHandle = { title: 'domains.remove_title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'domain.manage')
  return reply({ acting, domain: await requireDomain(args) })
}

export const action = buttonAction({
  call: (client, _, args) => client.removeDomain(thisDomain(args)),
  done: (args) => ({ path: organisationPath(inSubject(args), '/domains'), notice: 'domain_removed' }),
  // The second of two clicks finds nothing, as with the domain of another organisation.
  otherwise: ({ code }, args) =>
    code === 'no_such_domain'
      ? { path: organisationPath(inSubject(args), '/domains'), notice: 'domain_over' }
      : undefined,
})

export default function RemoveDomain() {
  const { t } = useTranslation()
  const { acting, domain } = useLoaderData<typeof loader>()
  const { subject } = acting
  return (
    <FormPage
      page={usePageForm()}
      title="domains.remove_title"
      submit="domains.remove_it"
      safe={{ path: organisationPath(subject, `/domains/${domain.domain}`), text: 'domains.keep_it' }}
      lead={
        <>
          <ActingHeader acting={acting} />
          <p>{t('domains.remove_text', { domain: domain.written })}</p>
          <ul>
            <li>{t('domains.remove_nobody')}</li>
            <li>{t('domains.remove_members')}</li>
            <li>{t('domains.remove_again')}</li>
          </ul>
        </>
      }
      after={<BackToDomains subject={subject} />}
    />
  )
}
