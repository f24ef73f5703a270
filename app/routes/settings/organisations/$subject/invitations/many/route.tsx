import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Failure } from '#contract/client'
import { batchDays, mostOfAList } from '#contract/organisations/invitations/invitation-batches'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToInvitations } from '~/features/organisations/back-to-organisation'
import { chosenRole, DaysField, OfferFields } from '~/features/organisations/invitation-form'
import { givableRoles, offeredChannels } from '~/features/organisations/invitations.server'
import { may } from '~/features/organisations/management/may'
import { organisationPath } from '~/features/organisations/organisation-path'
import { roleText } from '~/features/organisations/role-text'
import { FileField, RegionField } from '~/forms/fields/fields'
import { TextArea } from '~/forms/fields/text-area'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { isNearLimit, SmsAllowance } from '~/routes/settings/organisations/$subject/invitations/sms-allowance'
import { api } from '~/runtime/api.server'
import { keyOf, NextLinks } from '~/ui/page-links'
import { BatchLinks } from './batch-links'
import { listForm, listLimits, textOfFile } from './list-form'
import { refusedLines } from './refused-lines.server'

// Reads a list of people to invite, pasted or as a file. The next page shows the faults of its lines.
export const handle: PageHandle = {
  title: 'inviteList.title',
  uploadMaxBytes: mostOfAList.bytes,
  form: listLimits,
}

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'invitation.send')
  const client = await api(args)
  const asked = { ...inSubject(args), page: 1, page_size: 10, after: keyOf(args.request) }
  const { batches, next } = may(acting, 'invitation.read')
    ? await requireData(args, await client.listInvitationBatches(asked))
    : { batches: [], next: null }
  const [{ sms }, roles] = await Promise.all([offeredChannels(args), givableRoles(args, acting)])
  const from = new URL(args.request.url).searchParams.get('from')
  const refused = from !== null && may(acting, 'invitation.read') ? await refusedLines(args, from) : undefined
  return reply({ acting, sms, roles, batches, next, refused })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, listForm, listLimits)
  if (!form.ok) return form.reply()
  const { addresses, file, region, role_key, note, days } = form.value
  const isFile = file !== undefined && file.size > 0
  const list = isFile ? await textOfFile(file) : addresses
  if (list === undefined) return form.reply(noText)
  const answer = await (await api(args)).createInvitationBatch({
    ...inSubject(args),
    list,
    format: isFile ? 'csv' : 'lines',
    note,
    days: Number(days),
    ...chosenRole(role_key),
    ...(/^[A-Z]{2}$/.test(region) && { region }),
  })
  if (!answer.ok) return form.reply(answer)
  return redirectTo(args, { path: organisationPath(inSubject(args), `/invitations/batches/${answer.data.batch_id}`) })
}

/** The account API's answer to such a file, which is not sent because it only accepts text. */
const noText: Failure = {
  ok: false,
  code: 'invitation_list_refused',
  description: '',
  data: { reason: 'not_text', line: 0, most: mostOfAList.lines },
  logId: '',
}

type Fields = 'addresses' | 'file' | 'region' | 'deputy_name' | 'role_key' | 'note' | 'days'

export default function InviteMany() {
  const { t } = useTranslation()
  const { acting, sms, roles, batches, next, refused } = useLoaderData<typeof loader>()
  const page = usePageForm<z.ZodType<unknown, Record<Fields, string>>>(refused?.values)
  const { fields } = page
  const named = roles
    .map((role) => t('layout.detailed', { name: roleText(t, role), detail: role.role_key }))
    .join(t('layout.comma'))
  return (
    <FormPage
      page={page}
      title="inviteList.title"
      submit="inviteList.check"
      hasFile
      lead={
        <>
          <ActingHeader acting={acting} />
          <p>{refused ? t('inviteList.correct_text', { count: refused.shown }) : t('inviteList.text')}</p>
          {refused && refused.left > 0 && <p>{t('inviteList.correct_left', { count: refused.left })}</p>}
          {isNearLimit(sms) && <SmsAllowance acting={acting} sms={sms} />}
        </>
      }
      after={
        <>
          <BatchLinks subject={acting.subject} batches={batches} days={batchDays} />
          <NextLinks next={next} />
          <BackToInvitations subject={acting.subject} />
        </>
      }
    >
      <TextArea
        field={fields.addresses}
        label="inviteList.addresses"
        hint="inviteList.addresses_hint"
        rows={8}
        spellCheck={false}
        autoCapitalize="none"
      />
      <FileField
        field={fields.file}
        label="inviteList.file"
        hint="inviteList.file_hint"
        accept=".csv,.txt,text/csv,text/plain"
      />
      {named !== '' && <p>{t('inviteList.roles', { roles: named })}</p>}
      <RegionField field={fields.region} />
      <OfferFields fields={fields} roles={roles} hasName={false} />
      <DaysField field={fields.days} />
    </FormPage>
  )
}
