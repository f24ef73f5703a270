import { z } from 'zod'
import { type InvitationChannel, invitationChannels } from '#contract/organisations/invitations/invitations'
import { workplaceId } from '#contract/organisations/workplace'
import { readEmail } from '#rules/typed/email'
import { readNumber } from '#rules/typed/number'
import { refused } from '#rules/typed/text'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToInvitations } from '~/features/organisations/back-to-organisation'
import {
  chosenRole,
  DaysField,
  daysField,
  OfferFields,
  offerFields,
  placesField,
} from '~/features/organisations/invitation-form'
import { givableRoles, offeredChannels } from '~/features/organisations/invitations.server'
import { organisationPath } from '~/features/organisations/organisation-path'
import { email, withMobile } from '~/forms/field-schemas'
import { EmailField, MobileField, TextField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { type PageField, type PageForm, usePageForm } from '~/forms/use-page-form'
import { readable } from '~/forms/values/typed-text'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { isNearLimit, SmsAllowance } from '~/routes/settings/organisations/$subject/invitations/sms-allowance'
import { api } from '~/runtime/api.server'
import { LinkList } from '~/ui/link-list'

// Invites a person by mobile, email or workplace messaging, or makes a link for several people.
export const handle: PageHandle = { title: 'invitations.new_title' }

/** How a workplace knows a person: an email, a mobile number with its country code, or a user id. */
const workplaceField = readable('workplace_id', { maxLength: 254 }, (plain) => {
  const email = plain.includes('@') ? readEmail(plain) : undefined
  const number = plain.startsWith('+') ? readNumber({ typed: plain, region: undefined }) : undefined
  const typed = email?.ok ? email.value : number?.ok ? number.value.number : plain
  const read = workplaceId.safeParse(typed)
  return read.success ? { ok: true, value: read.data } : refused('invalid')
})

/** Asks whom to invite by workplace messaging. */
const WorkplaceField = ({ field }: { field: PageField }) => (
  <TextField
    field={field}
    label="invitations.workplace_id"
    hint="invitations.workplace_id_hint"
    autoComplete="off"
    maxLength={254}
  />
)

/** How many people may use a link, unless another number is typed. */
const usualPlaces = '10'

const common = { ...offerFields, days: daysField }
const schemas = {
  mobile: withMobile(common),
  email: z.object({ email, ...common }),
  workplace: z.object({ workplace_id: workplaceField, ...common }),
  link: z.object({ places: placesField, ...common }),
}

/** The channel in the URL. Undefined: none. */
const namedIn = (request: Request): InvitationChannel | undefined => {
  const asked = new URL(request.url).searchParams.get('by')
  return invitationChannels.find((channel) => channel === asked)
}

/** The channel of a posted form. */
const channelIn = (request: Request): InvitationChannel => namedIn(request) ?? 'mobile'

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'invitation.send')
  const [{ channels, sms }, roles] = await Promise.all([offeredChannels(args), givableRoles(args, acting)])
  const [first = 'mobile'] = channels
  const by = namedIn(args.request) ?? first
  // The form is posted to the URL with the channel.
  if (!channels.includes(by) || (by !== 'mobile' && namedIn(args.request) === undefined))
    throw await redirectTo(args, organisationPath(inSubject(args), `/invitations/new?by=${first}`))
  return reply({ acting, channels, sms, by, roles })
}

/** The common fields of all invitations, in the words of the contract. */
const offerOf = (
  args: ActionFunctionArgs,
  { deputy_name, note, role_key, days }: { deputy_name: string; note: string; role_key: string; days: string },
) => ({ ...inSubject(args), deputy_name, note, days: Number(days), ...chosenRole(role_key) })

export const action = (args: ActionFunctionArgs) => actions[channelIn(args.request)](args)

const actions = {
  mobile: async (args: ActionFunctionArgs) => {
    const form = await readForm(args, schemas.mobile)
    if (!form.ok) return form.reply()
    const { mobile, ...offer } = form.value
    const answer = await (await api(args)).inviteByMobile({ mobile, ...offerOf(args, offer) })
    return answer.ok ? showSent(args, answer.data) : form.reply(answer)
  },

  email: async (args: ActionFunctionArgs) => {
    const form = await readForm(args, schemas.email)
    if (!form.ok) return form.reply()
    const { email, ...offer } = form.value
    const answer = await (await api(args)).inviteByEmail({ email, ...offerOf(args, offer) })
    return answer.ok ? showSent(args, answer.data) : form.reply(answer)
  },

  workplace: async (args: ActionFunctionArgs) => {
    const form = await readForm(args, schemas.workplace)
    if (!form.ok) return form.reply()
    const { workplace_id, ...offer } = form.value
    const answer = await (await api(args)).inviteByWorkplace({ workplace_id, ...offerOf(args, offer) })
    return answer.ok ? showSent(args, answer.data) : form.reply(answer)
  },

  link: async (args: ActionFunctionArgs) => {
    const form = await readForm(args, schemas.link)
    if (!form.ok) return form.reply()
    const { places, ...offer } = form.value
    const answer = await (await api(args)).inviteByLink({ places, ...offerOf(args, offer) })
    return answer.ok ? showSent(args, answer.data) : form.reply(answer)
  },
}

/** The page of the invitation, or the list if the account API does not return its id. */
const showSent = (args: ActionFunctionArgs, { invite_id }: { invite_id: string }) =>
  redirectTo(args, {
    path: organisationPath(inSubject(args), invite_id === '' ? '/invitations' : `/invitations/${invite_id}`),
    notice: channelIn(args.request) === 'link' ? 'invitation_link_made' : 'invitation_sent',
  })

type Fields = 'mobile' | 'region' | 'email' | 'workplace_id' | 'places' | 'deputy_name' | 'role_key' | 'note' | 'days'

export default function NewInvitation() {
  const { acting, channels, sms, by, roles } = useLoaderData<typeof loader>()
  const page: PageForm<Fields> = usePageForm<z.ZodType<unknown, Record<Fields, string>>>({ places: usualPlaces })
  const { fields } = page
  const path = organisationPath(acting.subject, '/invitations/new')
  const others = channels.filter((channel) => channel !== by)
  return (
    <FormPage
      page={page}
      title={`invitations.new_by_${by}`}
      submit={by === 'link' ? 'invitations.make_link' : 'invitations.send'}
      lead={
        <>
          <ActingHeader acting={acting} />
          {by === 'mobile' && isNearLimit(sms) && <SmsAllowance acting={acting} sms={sms} />}
        </>
      }
      after={
        <>
          <LinkList
            title="invitations.otherwise"
            links={{
              ...Object.fromEntries(others.map((each) => [`${path}?by=${each}`, `invitations.by_${each}`])),
              [organisationPath(acting.subject, '/invitations/many')]: 'invitations.by_list',
            }}
          />
          <BackToInvitations subject={acting.subject} />
        </>
      }
    >
      {by === 'mobile' && <MobileField fields={fields} label="invitations.mobile" autoComplete="off" />}
      {by === 'email' && <EmailField field={fields.email} label="invitations.email" autoComplete="off" />}
      {by === 'workplace' && <WorkplaceField field={fields.workplace_id} />}
      {by === 'link' && (
        <TextField
          field={fields.places}
          label="invitations.places"
          hint="invitations.places_hint"
          autoComplete="off"
          inputMode="numeric"
          maxLength={10}
        />
      )}
      <OfferFields fields={fields} roles={roles} hasName={by !== 'link'} />
      <DaysField field={fields.days} />
    </FormPage>
  )
}
