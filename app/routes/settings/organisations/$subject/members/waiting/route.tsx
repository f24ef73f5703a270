import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Client } from '#contract/client'
import { activationPages } from '#contract/organisations/invitations/activation-pages'
import { identityId } from '#contract/organisations/organisation-fields'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToMembers, BackToOrganisation } from '~/features/organisations/back-to-organisation'
import { may } from '~/features/organisations/management/may'
import { organisationPath } from '~/features/organisations/organisation-path'
import { useDay } from '~/features/organisations/use-day'
import { ErrorSummary } from '~/forms/error-summary'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { unbroken } from '~/i18n/texts'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData } from '~/navigation/guards/guards.server'
import { useOpenKinds } from '~/navigation/open-pages/use-open-pages'
import { redirectTo } from '~/navigation/redirect.server'
import { RolesOf } from '~/routes/settings/organisations/$subject/members/member-rows'
import { api } from '~/runtime/api.server'
import { env } from '~/runtime/env.server'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { keyOf, NextLinks } from '~/ui/page-links'

// The accounts of the organisation that await activation, with buttons that send the owner the link, give the account
// more time or delete it. `?delete=` asks first whether to delete one of them.
export const handle: PageHandle = { title: 'awaited.title', ownForms: true }

const button = z.string().optional()

/** `cancel` leads to the page that asks, whose form has `confirmed`. */
const Change = z.object({ member: identityId, send: button, renew: button, cancel: button, confirmed: button })

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'member.create')
  const client = await api(args)
  const asked = { ...inSubject(args), page: 1, page_size: 20, after: keyOf(args.request) }
  const { activations, next } = await requireData(args, await client.listActivations(asked))
  const deleting = new URL(args.request.url).searchParams.get('delete')
  return reply({
    acting,
    deleting: activations.find((each) => each.may_change && each.sec_user_identity_id === deleting),
    activations,
    next,
    addresses: pagesFor(activations),
    seesMembers: may(acting, 'member.read'),
    notice: flashOf(args.request),
  })
}

const kindOf = ({ mobile }: { mobile?: string | undefined }) => (mobile === undefined ? 'email' : 'mobile')

/** Where the owners of some accounts activate them, for each kind of address that they have. */
const pagesFor = (activations: readonly { mobile?: string | undefined }[]) =>
  (['mobile', 'email'] as const)
    .filter((kind) => activations.some((each) => kindOf(each) === kind))
    .map((kind) => ({ kind, address: new URL(activationPages[kind], env().publicUrl).href }))

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Change)
  if (!form.ok) return form.reply()
  const { member: sec_user_identity_id, send, cancel, confirmed } = form.value
  const client = await api(args)
  const named = { ...inSubject(args), sec_user_identity_id }
  const path = organisationPath(named, '/members/waiting')
  if (cancel !== undefined) {
    const after = keyOf(args.request)
    const query = new URLSearchParams({ delete: sec_user_identity_id, ...(after !== undefined && { after }) })
    return redirectTo(args, `${path}?${query}`)
  }
  const change = confirmed !== undefined ? 'delete' : send !== undefined ? 'send' : 'renew'
  const answer = await changes[change].call(client, named)
  return answer.ok ? redirectTo(args, { path, notice: changes[change].notice }) : form.reply(answer)
}

type Named = Parameters<Client['renewActivation']>[0]

const changes = {
  delete: { call: (client: Client, named: Named) => client.cancelActivation(named), notice: 'activation_cancelled' },
  send: { call: (client: Client, named: Named) => client.sendActivationLink(named), notice: 'activation_link_sent' },
  renew: { call: (client: Client, named: Named) => client.renewActivation(named), notice: 'activation_renewed' },
} as const

export default function WaitingAccounts() {
  const { deleting } = useLoaderData<typeof loader>()
  return deleting ? <DeleteAccount awaited={deleting} /> : <Waiting />
}

type Awaited = ReturnType<typeof useLoaderData<typeof loader>>['activations'][number]

const DeleteAccount = ({
  awaited: { sec_user_identity_id, deputy_name: name, mobile, email },
}: {
  awaited: Awaited
}) => {
  const { t } = useTranslation()
  const { acting } = useLoaderData<typeof loader>()
  const address = unbroken(mobile ?? email ?? '')
  return (
    <FormPage
      page={usePageForm<typeof Change>()}
      title="awaited.delete_title"
      submit="awaited.delete"
      safe={{ path: organisationPath(acting.subject, '/members/waiting'), text: 'awaited.keep' }}
      lead={
        <>
          <ActingHeader acting={acting} />
          <p>{t('awaited.delete_text', { name, address })}</p>
        </>
      }
    >
      <input type="hidden" name="member" value={sec_user_identity_id} />
      <input type="hidden" name="confirmed" value="1" />
    </FormPage>
  )
}

const Waiting = () => {
  const { t } = useTranslation()
  const { acting, activations, next, addresses, seesMembers, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Change>()
  const { subject } = acting
  return (
    <>
      <ErrorSummary {...page} />
      <h1>{t('awaited.title')}</h1>
      <ActingHeader acting={acting} />
      <FlashMessage notice={notice} />
      <p>{t(activations.length > 0 ? 'awaited.text' : 'awaited.none')}</p>
      {activations.length > 0 && (
        <>
          {addresses.map(({ kind, address }) => (
            <p key={kind}>
              {t(`awaited.page_${kind}`)}
              <br />
              <a href={address}>{address}</a>
            </p>
          ))}
          <ul className="rows devices">
            {activations.map((each) => (
              <AwaitedRow key={each.sec_user_identity_id} awaited={each} />
            ))}
          </ul>
        </>
      )}
      <NextLinks next={next} />
      <p>
        <a className="button" href={organisationPath(subject, '/members/new')}>
          {t('awaited.new_title')}
        </a>
      </p>
      {seesMembers ? <BackToMembers subject={subject} /> : <BackToOrganisation subject={subject} />}
    </>
  )
}

const AwaitedRow = ({ awaited }: { awaited: Awaited }) => {
  const { t } = useTranslation()
  const day = useDay()
  const kinds = useOpenKinds()
  const { sec_user_identity_id, deputy_name: name, roles, giver_name, stands, ends_at, may_change } = awaited
  const address = unbroken(awaited.mobile ?? awaited.email ?? '')
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p>
          <bdi>{address}</bdi>
          <br />
          <RolesOf member={{ is_manager: false, roles }} />
          <br />
          {t('awaited.giver', { name: giver_name || t('invitations.inviter_left') })}
          <br />
          {t('awaited.until', { day: day(ends_at) })}
        </p>
        {!stands && <p>{t('awaited.void')}</p>}
      </div>
      {may_change && (
        <form method="post">
          <FormToken />
          <input type="hidden" name="member" value={sec_user_identity_id} />
          {stands && kinds.includes(kindOf(awaited)) && (
            <>
              <Button
                name="send"
                text="awaited.send"
                values={{ address }}
                label={t('awaited.send_one', { name, address })}
                quiet
                small
              />{' '}
            </>
          )}
          <Button name="renew" text="awaited.renew" label={t('awaited.renew_one', { name })} quiet small />{' '}
          <Button name="cancel" text="awaited.cancel" label={t('awaited.cancel_one', { name })} quiet small />
        </form>
      )}
    </li>
  )
}
