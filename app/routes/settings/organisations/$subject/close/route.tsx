import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { judgeTypedName } from '~/features/organisations/management/typed-name.server'
import { TypedNameField } from '~/features/organisations/management/typed-name-field'
import { FrozenByOthers, OnOffPage } from '~/features/organisations/on-off-page'
import { organisationPath } from '~/features/organisations/organisation-path'
import { useDay } from '~/features/organisations/use-day'
import { readForm } from '~/forms/read-form.server'
import { answerForm } from '~/forms/reading/answer-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { LinkRows } from '~/ui/link-list'
import { TimedText } from '~/ui/timed-text'

// Closes an organisation, or reopens one that is being closed.
export const handle: PageHandle = { title: 'closing.title' }

/** `subject_name`: typed to close it, so nobody closes another one by mistake. */
const Closing = z.object({
  is_closing: z.enum(['0', '1'], 'error.invalid_input'),
  subject_name: z.string().default(''),
})

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ acting: await requireActing(args, 'manager', { whenSuspended: true }) })

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Closing)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const subject = inSubject(args)
  const { is_closing, subject_name } = form.value
  const isClosing = is_closing === '1'
  const otherName = isClosing ? await judgeTypedName(args, subject_name) : undefined
  if (otherName) {
    const fields = new FormData()
    fields.append('is_closing', is_closing)
    fields.append('subject_name', subject_name)
    return answerForm(args, { status: 422, fields, lines: [otherName] })
  }
  const answer = isClosing ? await client.closeSubject(subject) : await client.reopenSubject(subject)
  if (!answer.ok) return form.reply(answer)
  const notice = isClosing ? 'organisation_closing' : 'organisation_reopened'
  return redirectTo(args, { path: organisationPath(subject), notice })
}

export default function Close() {
  const { t } = useTranslation()
  const dayText = useDay()
  const { acting } = useLoaderData<typeof loader>()
  const { subject } = acting
  const page = usePageForm<typeof Closing>()
  const day = subject.closes_at === null ? '' : dayText(subject.closes_at)
  if (subject.frozen_by === 'operator') return <FrozenByOthers acting={acting} by="operator" />
  if (subject.closes_at !== null)
    return (
      <OnOffPage
        acting={acting}
        page={page}
        title="closing.reopen_title"
        turns={['is_closing', '0']}
        submit="closing.reopen"
      >
        <p>
          <TimedText text={t('closing.reopen_text', { day })} time={day} at={subject.closes_at} />
        </p>
      </OnOffPage>
    )
  return (
    <OnOffPage
      acting={acting}
      page={page}
      title="closing.title"
      turns={['is_closing', '1']}
      submit="closing.close"
      safe="closing.keep"
      field={<TypedNameField field={page.fields.subject_name} name={subject.subject_name} />}
    >
      <p>{t('closing.text', { organisation: subject.subject_name })}</p>
      <ul>
        <li>{t('closing.members')}</li>
        <li>{t('closing.undo')}</li>
        <li>{t('closing.erased')}</li>
      </ul>
      <LinkRows
        links={{
          [organisationPath(subject, '/manager')]: 'closing.rather_hand_over',
          [organisationPath(subject, '/freeze')]: 'closing.rather_freeze',
        }}
      />
    </OnOffPage>
  )
}
