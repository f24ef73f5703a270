import { z } from 'zod'
import type { Failure } from '#contract/client'
import type { FormLimits } from '~/document/page-handle'
import { inSubject } from '~/features/organisations/acting.server'
import { namesText } from '~/features/organisations/names-text'
import { organisationPath } from '~/features/organisations/organisation-path'
import { readForm } from '~/forms/read-form.server'
import { translate } from '~/i18n/i18n.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { invitationName, invitationsPerPage } from './invitation-text'

const limits: Partial<FormLimits> = { valuesPerName: invitationsPerPage }

const Resend = z.object({ invite_id: z.array(z.string().max(64)).max(invitationsPerPage).default([]) })

/** True for a refusal that a proof on this page can answer, after which the form is sent again. */
const asksForProof = ({ code }: Failure): boolean =>
  code === 'captcha_required' || code === 'second_verification_required'

/** Resends the ticked invitations, one after another, and names the sent and the unsent ones. */
export const resendTicked = async (args: Args): Promise<Response> => {
  const form = await readForm(args, Resend, limits)
  if (!form.ok) return form.reply()
  const [client, subject] = [await api(args), inSubject(args)]
  const path = organisationPath(subject, '/invitations')
  const sent: string[] = []
  const refused: { invite_id: string; failure: Failure }[] = []
  for (const invite_id of form.value.invite_id) {
    const answer = await client.resendInvitation({ ...subject, invite_id })
    if (answer.ok) sent.push(invite_id)
    else if (sent.length === 0 && asksForProof(answer)) return form.reply(answer)
    else refused.push({ invite_id, failure: answer })
  }
  const [first] = refused
  if (sent.length === 0)
    return first ? form.reply(first.failure) : redirectTo(args, { path, notice: 'no_invitation_ticked' })
  const t = await translate(args)
  const namesOf = async (ids: readonly string[]) => {
    const found = await Promise.all(ids.map((invite_id) => client.invitationInfo({ ...subject, invite_id })))
    return namesText(
      t,
      found.flatMap((answer) => (answer.ok ? [invitationName(t, answer.data.invitation)] : [])),
    )
  }
  const who = await namesOf(sent)
  if (!first) return redirectTo(args, { path, notice: 'invitations_resent', who })
  const as = await namesOf(refused.map(({ invite_id }) => invite_id))
  return redirectTo(args, { path, notice: 'invitations_resent_some', who, as })
}
