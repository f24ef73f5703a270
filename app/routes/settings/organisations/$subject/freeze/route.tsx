import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { FrozenByOthers, OnOffPage } from '~/features/organisations/on-off-page'
import { organisationPath } from '~/features/organisations/organisation-path'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'

// Suspends an organisation, or ends its suspension.
export const handle: PageHandle = { title: 'freeze.title' }

const Freezing = z.object({ is_frozen: z.enum(['0', '1'], 'error.invalid_input') })

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ acting: await requireActing(args, 'organisation.freeze', { whenSuspended: true }) })

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Freezing)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.freezeSubject({ ...inSubject(args), is_frozen: Number(form.value.is_frozen) })
  if (!answer.ok) return form.reply(answer)
  const notice = form.value.is_frozen === '1' ? 'organisation_frozen_now' : 'organisation_unfrozen'
  // An administrator who has suspended the organisation is kept out of its pages too.
  const isLetIn = (await client.subjectInfo(inSubject(args))).ok
  return redirectTo(args, { path: isLetIn ? organisationPath(inSubject(args)) : '/settings/organisations', notice })
}

export default function Freeze() {
  const { t } = useTranslation()
  const { acting } = useLoaderData<typeof loader>()
  const { subject } = acting
  const page = usePageForm<typeof Freezing>()
  const by = subject.frozen_by
  if (by === 'operator' || by === 'closing') return <FrozenByOthers acting={acting} by={by} />
  if (by === 'manager')
    return (
      <OnOffPage
        acting={acting}
        page={page}
        title="freeze.unfreeze_title"
        turns={['is_frozen', '0']}
        submit="freeze.unfreeze"
      >
        <p>{t('freeze.unfreeze_text')}</p>
      </OnOffPage>
    )
  return (
    <OnOffPage
      acting={acting}
      page={page}
      title="freeze.title"
      turns={['is_frozen', '1']}
      submit="freeze.freeze"
      safe="freeze.leave"
    >
      <p>{t('freeze.text')}</p>
      <ul>
        <li>{t('freeze.members')}</li>
        <li>{t('freeze.accounts')}</li>
        <li>{t(subject.is_manager ? 'freeze.undo' : 'freeze.undo_by_manager')}</li>
      </ul>
    </OnOffPage>
  )
}
