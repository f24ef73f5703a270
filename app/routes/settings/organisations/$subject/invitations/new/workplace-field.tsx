import { workplaceId } from '#contract/organisations/workplace'
import { readEmail } from '#rules/typed/email'
import { readNumber } from '#rules/typed/number'
import { refused } from '#rules/typed/text'
import { TextField } from '~/forms/fields/fields'
import type { PageField } from '~/forms/use-page-form'
import { readable } from '~/forms/values/typed-text'

/** How a workplace knows a person: an email, a mobile number with its country code, or a user id. */
export const workplaceField = readable('workplace_id', { maxLength: 254 }, (plain) => {
  const email = plain.includes('@') ? readEmail(plain) : undefined
  const number = plain.startsWith('+') ? readNumber({ typed: plain, region: undefined }) : undefined
  const typed = email?.ok ? email.value : number?.ok ? number.value.number : plain
  const read = workplaceId.safeParse(typed)
  return read.success ? { ok: true, value: read.data } : refused('invalid')
})

/** Asks whom to invite by workplace messaging. */
export const WorkplaceField = ({ field }: { field: PageField }) => (
  <TextField
    field={field}
    label="invitations.workplace_id"
    hint="invitations.workplace_id_hint"
    autoComplete="off"
    maxLength={254}
  />
)
