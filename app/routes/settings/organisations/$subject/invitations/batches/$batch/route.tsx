import { useTranslation } from 'react-i18next'
import { correctable, type LineState, lineStates } from '#contract/organisations/invitations/invitation-batches'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToInvitations } from '~/features/organisations/back-to-organisation'
import { offeredChannels } from '~/features/organisations/invitations.server'
import { may } from '~/features/organisations/management/may'
import { organisationPath } from '~/features/organisations/organisation-path'
import { roleText } from '~/features/organisations/role-text'
import { useDay } from '~/features/organisations/use-day'
import { buttonAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { SmsAllowance } from '~/routes/settings/organisations/$subject/invitations/sms-allowance'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { LinkRows } from '~/ui/link-list'
import { keyOf, NextLinks } from '~/ui/page-links'
import { SummaryList } from '~/ui/summary-list'
import { type Line, LineCounts, LineTable, type Report } from './batch-lines'
import { requireBatch, thisBatch } from './batches.server'

// A list of people to invite: the faults of its lines, the button that invites the others, and later the state of each
// line.
export const handle: PageHandle = { title: 'inviteList.report_title' }

const stateIn = (request: Request): LineState | undefined => {
  const asked = new URL(request.url).searchParams.get('state')
  return lineStates.find((state) => state === asked)
}

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'invitation.read')
  const state = stateIn(args.request)
  const after = keyOf(args.request)
  const report = await requireBatch(args, { page_size: mostLines, state, after })
  const refused = state === undefined && after === undefined ? await refusedOf(args, report) : []
  const maySend = may(acting, 'invitation.send')
  const isAsked = maySend && report.batch.state === 'checked' && report.new_by_sms > 0
  const { sms } = isAsked ? await offeredChannels(args) : { sms: null }
  return reply({ acting, report, refused, sms, state: state ?? '', maySend, notice: flashOf(args.request) })
}

const mostLines = 50

/** The first lines that can be corrected. They come before the others, wherever they are in the list. */
const refusedOf = async (args: LoaderFunctionArgs, { counts }: Report): Promise<Line[]> => {
  const states = correctable.filter((state) => counts.lines[state])
  const found = await Promise.all(states.map((state) => requireBatch(args, { page_size: mostLines, state })))
  return found.flatMap(({ lines }) => lines).toSorted((one, other) => one.number - other.number)
}

export const action = buttonAction({
  call: (client, _, args) => client.sendInvitationBatch(thisBatch(args)),
  done: (args) => ({
    path: organisationPath(inSubject(args), `/invitations/batches/${thisBatch(args).batch_id}`),
    notice: 'invitation_list_sent',
  }),
})

export default function InvitationList() {
  const { t } = useTranslation()
  const { report, maySend } = useLoaderData<typeof loader>()
  const page = usePageForm()
  const people = report.counts.lines.new ?? 0
  if (report.batch.state === 'checked' && people > 0 && maySend)
    return (
      <FormPage page={page} title="inviteList.report_title" lead={<Facts />} below={<Lines />}>
        <Button text="inviteList.invite" values={{ count: people }} />
      </FormPage>
    )
  return (
    <>
      <h1>{t('inviteList.report_title')}</h1>
      <Facts />
      <Lines />
    </>
  )
}

/** The facts about the list, and its progress. */
const Facts = () => {
  const { t } = useTranslation()
  const day = useDay()
  const { acting, report, sms, maySend, notice } = useLoaderData<typeof loader>()
  const { batch, counts, new_by_sms: bySms, asks_check: asksCheck } = report
  const { state, role, note, days, inviter_name, created_at, lines, checked } = batch
  const text = state === 'checked' && !counts.lines.new ? 'nobody' : state
  return (
    <>
      <ActingHeader acting={acting} />
      <FlashMessage notice={notice} />
      <SummaryList
        facts={{
          'inviteList.made': day(created_at),
          'inviteList.maker': inviter_name || t('invitations.inviter_left'),
          'inviteList.standard_role': role ? roleText(t, role) : t('role.member'),
          ...(note !== '' && { 'invitation.note': note }),
          'invitations.works_for': t('invitations.days', { count: days }),
        }}
      />
      <p>{t(`inviteList.progress.${text}`, { checked, lines, waiting: counts.lines.waiting ?? 0 })}</p>
      {sms !== null && bySms > sms.left && (
        <>
          <p>{t('inviteList.more_than_left', { bySms, left: sms.left })}</p>
          <SmsAllowance acting={acting} sms={sms} />
        </>
      )}
      {maySend && asksCheck && !!counts.lines.new && <p>{t('inviteList.asks_check')}</p>}
      {(state === 'checking' || state === 'sending') && (
        <p>
          <a href={pathOf(acting, batch)}>{t('inviteList.look_again')}</a>
        </p>
      )}
    </>
  )
}

const pathOf = ({ subject }: { subject: { sec_subject_uid: string } }, { batch_id }: { batch_id: string }): string =>
  organisationPath(subject, `/invitations/batches/${batch_id}`)

const Lines = () => {
  const { t } = useTranslation()
  const { acting, report, refused, state, maySend } = useLoaderData<typeof loader>()
  const { batch, counts, next } = report
  const isAbove = (line: Line) => refused.some(({ number }) => number === line.number)
  const lines = report.lines.filter((line) => !isAbove(line))
  const many = organisationPath(acting.subject, '/invitations/many')
  const isCorrectable = maySend && batch.state !== 'checking' && correctable.some((each) => counts.lines[each])
  const path = pathOf(acting, batch)
  return (
    <>
      {Object.keys(counts.lines).length > 0 && (
        <>
          <h2>{t('inviteList.lines')}</h2>
          <LineCounts counts={counts} state={state} path={path} />
          {refused.length > 0 && <LineTable lines={refused} subject={acting.subject} region={batch.region} />}
          {report.lines.length === 0 && <p>{t('inviteList.no_lines')}</p>}
          {lines.length > 0 && <LineTable lines={lines} subject={acting.subject} region={batch.region} />}
          <NextLinks next={next} />
          <p>
            <a href={`${path}/file`}>{t('inviteList.download')}</a>
          </p>
        </>
      )}
      <LinkRows
        links={{
          ...(isCorrectable && { [`${many}?from=${batch.batch_id}`]: 'inviteList.correct' }),
          [many]: 'inviteList.another',
        }}
      />
      <BackToInvitations subject={acting.subject} />
    </>
  )
}
