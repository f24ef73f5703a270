import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { addressKinds } from '~/features/addresses/address-kind'
import { isOnItsWay, sentFirst } from '~/features/codes/sent-code.server'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToOrganisation } from '~/features/organisations/back-to-organisation'
import { may } from '~/features/organisations/management/may'
import { organisationPath } from '~/features/organisations/organisation-path'
import { handOver } from '~/flows/organisations/hand-over.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { momentIn } from '~/i18n/dates'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData } from '~/navigation/guards/guards.server'
import { problem } from '~/navigation/problem'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { LinkRows } from '~/ui/link-list'
import { TimedText } from '~/ui/timed-text'
import { isAtOnce } from './at-once.server'
import { sendTransferCode } from './transfer-code.server'

// Handing an organisation over: its manager starts and withdraws the transfer, and the chosen member answers.
export const handle: PageHandle = { title: 'transfer.title' }

const pressed = z.string().optional()
const Choice = z.object({
  use_mobile: pressed,
  use_email: pressed,
  decline: pressed,
  withdraw: pressed,
  transfer_id: z.string().optional(),
})

/**
 * The viewer of the page: the chosen member, the manager who waits for the answer or may start a transfer, or somebody
 * else.
 */
const roleOf = (
  isManager: boolean,
  transfer: { state: string; is_to: boolean } | null,
): 'asked' | 'waiting' | 'asking' | 'former' => {
  const isPending = transfer?.state === 'pending'
  if (isPending && transfer.is_to) return 'asked'
  if (!isManager) return 'former'
  return isPending ? 'waiting' : 'asking'
}

/** Until when a pending transfer can be stopped, but not accepted. */
const heldUntilOf = (transfer: { state: string; accept_from: string | null } | null): string | null => {
  const from = transfer?.state === 'pending' ? transfer.accept_from : null
  return from !== null && Date.parse(from) > Date.now() ? from : null
}

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'member', { whenSuspended: true })
  const client = await api(args)
  const { transfer, ways, waits } = await requireData(args, await client.transferInfo(inSubject(args)))
  const manages = may(acting, 'manager')
  if (!manages && !transfer) throw problem('forbidden')
  const role = roleOf(manages, transfer)
  const [heldUntil, notice] = [heldUntilOf(transfer), flashOf(args.request)]
  return reply({ acting, transfer, ways, waits, role, heldUntil, notice, atOnce: isAtOnce() })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Choice)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const subject = inSubject(args)
  const { transfer_id = '', decline, withdraw } = form.value
  if (decline !== undefined) {
    const answer = await client.declineTransfer({ ...subject, transfer_id })
    if (!answer.ok) return form.reply(answer)
    return redirectTo(args, { path: organisationPath(subject), notice: 'transfer_declined' })
  }
  if (withdraw !== undefined) {
    const answer = await client.withdrawTransfer({ ...subject, transfer_id })
    if (!answer.ok) return form.reply(answer)
    return redirectTo(args, { path: organisationPath(subject, '/manager'), notice: 'transfer_withdrawn' })
  }
  const { ways } = await requireData(args, await client.transferInfo(subject))
  // If an address on the page was removed meanwhile, the page is shown again with the remaining ones.
  const kind = addressKinds.find((each) => form.value[`use_${each}`] !== undefined)
  const way = ways.find((each) => each.way === kind)
  if (!way) return redirectTo(args, organisationPath(subject, '/manager'))
  const isAsked = transfer_id !== '' && !isAtOnce()
  const sent = await sendTransferCode(args, { way: way.way, side: isAsked ? 'new' : 'old' })
  if (!isOnItsWay(sent)) return form.reply(sent)
  const code = sentFirst(way.masked, sent)
  return isAsked
    ? handOver.begin(args, 'accept', { way: way.way, code, transfer_id })
    : handOver.begin(args, 'verify', { way: way.way, code })
}

/** Where the manager can end the obstacle. Only the operator ends what the operator began. */
const waysOut = (subject: { sec_subject_uid: string; frozen_by: string | null }): Record<string, string> => {
  if (subject.frozen_by === 'manager') return { [organisationPath(subject, '/freeze')]: 'freeze.unfreeze' }
  return subject.frozen_by === 'closing' ? { [organisationPath(subject, '/close')]: 'closing.reopen' } : {}
}

const points = ['transfer.new_can', 'transfer.old_stays', 'transfer.told']
const pointsAtOnce = ['transfer.at_once.new_can', 'transfer.at_once.old_stays', 'transfer.at_once.how']

export default function Manager() {
  const { t, i18n } = useTranslation()
  const { acting, transfer, ways, waits, role, heldUntil, notice, atOnce } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Choice>()
  const { subject } = acting
  const { subject_name: organisation } = subject
  const words = {
    organisation,
    from: transfer?.from.deputy_name,
    to: transfer?.to.deputy_name,
    until: transfer ? momentIn(i18n.language, acting.time_zone, transfer.expires_at) : '',
    since: transfer?.accept_from ? momentIn(i18n.language, acting.time_zone, transfer.accept_from) : '',
  }
  const isOver = transfer !== null && transfer.state !== 'pending'
  const mayAnswer = subject.frozen_by === null && heldUntil === null
  const buttons = ways.map(({ way, masked }) => (
    <Fragment key={way}>
      <Button name={`use_${way}`} text={`stepUp.second.use_${way}`} values={{ masked }} quiet />{' '}
    </Fragment>
  ))
  return (
    <FormPage
      page={page}
      title={role === 'asked' ? 'transfer.asked_title' : 'transfer.title'}
      lead={
        <>
          <ActingHeader acting={acting} />
          <FlashMessage notice={notice} />
          {isOver && !notice && <p>{t(`transfer.state.${transfer.state}`, words)}</p>}
          {transfer && (role === 'asked' || role === 'waiting') && (
            <p>
              <TimedText text={t(`transfer.${role}`, words)} time={words.until} at={transfer.expires_at} />
            </p>
          )}
          {heldUntil && (role === 'asked' || role === 'waiting') && (
            <p>
              <TimedText text={t(`transfer.held_${role}`, words)} time={words.since} at={heldUntil} />
            </p>
          )}
          {role === 'asking' && waits && <p>{t('transfer.delay')}</p>}
          {(role === 'asked' || role === 'asking') && (
            <ul>
              {(atOnce ? pointsAtOnce : points).map((key) => (
                <li key={key}>{t(key, words)}</li>
              ))}
            </ul>
          )}
        </>
      }
      after={<BackToOrganisation subject={subject} />}
    >
      {transfer?.state === 'pending' && <input type="hidden" name="transfer_id" value={transfer.transfer_id} />}
      {(role === 'asked' || role === 'asking') && mayAnswer && (
        <>
          <h2>{t(role === 'asked' ? 'transfer.accept' : 'transfer.start')}</h2>
          <p>{t('transfer.code_first')}</p>
          {ways.length > 0 ? (
            <div className="buttons">{buttons}</div>
          ) : (
            <>
              <p>{t(atOnce ? 'transfer.at_once.no_address' : 'transfer.no_address')}</p>
              <LinkRows links={{ '/settings/addresses': 'transfer.add_address' }} />
            </>
          )}
        </>
      )}
      {role === 'asking' && subject.frozen_by !== null && (
        <>
          <p>{t(`transfer.frozen.${subject.frozen_by}`)}</p>
          <LinkRows links={waysOut(subject)} />
        </>
      )}
      {role === 'asked' && (
        <>
          <h2>{t('transfer.decline_title')}</h2>
          <Button name="decline" text="transfer.decline" quiet />
        </>
      )}
      {role === 'waiting' && <Button name="withdraw" text="transfer.withdraw" quiet />}
    </FormPage>
  )
}
