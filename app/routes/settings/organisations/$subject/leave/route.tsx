import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { inSubject, requirePlace } from '~/organisation/acting.server'
import { ActingHeader } from '~/organisation/acting-header'
import { BackToOrganisation, BackToOrganisations } from '~/organisation/back-to-organisation'
import { organisationPath } from '~/organisation/organisation-path'

// Gives up one's own place in an organisation, also one that is frozen.
export const handle: PageHandle = { title: 'leaving.title' }

const Leaving = z.object({})

export const loader = async (args: LoaderFunctionArgs) => reply(await requirePlace(args))

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Leaving)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.leaveSubject(inSubject(args))
  if (!answer.ok) return form.reply(answer)
  return redirectTo(args, { path: '/settings/organisations', notice: 'organisation_left' })
}

export default function LeaveOrganisation() {
  const { t } = useTranslation()
  const { acting, subject } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Leaving>()
  const away = acting ? organisationPath(subject) : '/settings/organisations'
  return (
    <FormPage
      page={page}
      title="leaving.title"
      {...(!subject.is_manager && {
        submit: 'leaving.leave',
        safe: { path: away, text: 'leaving.stay' },
      })}
      lead={
        <>
          {acting && <ActingHeader acting={acting} />}
          <p>{t(subject.is_manager ? 'error.is_manager' : 'leaving.text', { name: subject.subject_name })}</p>
          {!acting && <p>{t('leaving.frozen')}</p>}
        </>
      }
      after={acting ? <BackToOrganisation subject={subject} /> : <BackToOrganisations />}
    />
  )
}
