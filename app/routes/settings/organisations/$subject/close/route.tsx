import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { dayIn } from '~/i18n/dates'
import { redirectTo } from '~/navigation/redirect.server'
import { inSubject, requireActing } from '~/organisation/acting.server'
import { ActingHeader } from '~/organisation/acting-header'
import { BackToOrganisation } from '~/organisation/back-to-organisation'
import { organisationPath } from '~/organisation/organisation-path'
import { LinkRows } from '~/ui/link-list'
import { SupportLink } from '~/ui/support-link'
import { TimedText } from '~/ui/timed-text'

// Closes an organisation, or keeps one that is being closed.
export const handle: PageHandle = { title: 'closing.title' }

/** The form says what it is for, so that a second click does not undo the first. */
const Closing = z.object({ is_closing: z.enum(['0', '1'], 'error.invalid_input') })

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ acting: await requireActing(args, 'manager', { whenFrozen: true }) })

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Closing)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const subject = inSubject(args)
  const isClosing = form.value.is_closing === '1'
  const answer = isClosing ? await client.closeSubject(subject) : await client.reopenSubject(subject)
  if (!answer.ok) return form.reply(answer)
  const notice = isClosing ? 'organisation_closing' : 'organisation_reopened'
  return redirectTo(args, { path: organisationPath(subject), notice })
}

export default function Close() {
  const { t, i18n } = useTranslation()
  const { acting } = useLoaderData<typeof loader>()
  const { subject } = acting
  const page = usePageForm<typeof Closing>()
  const header = <ActingHeader acting={acting} />
  const back = <BackToOrganisation subject={subject} />
  const day = subject.closes_at === null ? '' : dayIn(i18n.language, null, subject.closes_at)
  if (subject.frozen_by === 'operator')
    return (
      <>
        <h1>{t('frozenBy.title_operator')}</h1>
        {header}
        <p>{t('frozenBy.operator')}</p>
        <SupportLink />
        {back}
      </>
    )
  if (subject.closes_at !== null)
    return (
      <FormPage
        page={page}
        title="closing.reopen_title"
        submit="closing.reopen"
        lead={
          <>
            {header}
            <p>
              <TimedText text={t('closing.reopen_text', { day })} time={day} at={subject.closes_at} />
            </p>
          </>
        }
        after={back}
      >
        <input type="hidden" name="is_closing" value="0" />
      </FormPage>
    )
  return (
    <FormPage
      page={page}
      title="closing.title"
      submit="closing.close"
      safe={{ path: organisationPath(subject), text: 'closing.keep' }}
      lead={
        <>
          {header}
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
        </>
      }
      after={back}
    >
      <input type="hidden" name="is_closing" value="1" />
    </FormPage>
  )
}
