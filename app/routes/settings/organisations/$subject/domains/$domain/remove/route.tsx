import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { inSubject, requireActing } from '~/organisation/acting.server'
import { ActingHeader } from '~/organisation/acting-header'
import { BackToDomains } from '~/organisation/back-to-organisation'
import { organisationPath } from '~/organisation/organisation-path'
import { requireDomain, thisDomain } from '../../domains.server'

// Removes a mail domain.
export const handle: PageHandle = { title: 'domains.remove_title' }

const Removal = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'domain.manage')
  return reply({ acting, domain: (await requireDomain(args)).domain })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Removal)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const removed = await client.removeDomain(thisDomain(args))
  const path = organisationPath(inSubject(args), '/domains')
  if (removed.ok) return redirectTo(args, { path, notice: 'domain_removed' })
  // The second of two clicks finds nothing any more, as whoever names the domain of others.
  if (removed.code === 'no_such_domain') return redirectTo(args, { path, notice: 'domain_over' })
  return form.reply(removed)
}

export default function RemoveDomain() {
  const { t } = useTranslation()
  const { acting, domain } = useLoaderData<typeof loader>()
  const { subject } = acting
  return (
    <FormPage
      page={usePageForm<typeof Removal>()}
      title="domains.remove_title"
      submit="domains.remove_it"
      safe={{ path: organisationPath(subject, `/domains/${domain}`), text: 'domains.keep_it' }}
      lead={
        <>
          <ActingHeader acting={acting} />
          <p>{t('domains.remove_text', { domain })}</p>
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
