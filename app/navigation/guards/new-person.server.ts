import { inviteTicket } from '#contract/organisations/organisation-fields'
import { offered } from '~/navigation/open-pages/open-kinds.server'
import { invitationIn } from '~/navigation/returning/return-address'
import { shownTerms } from '~/runtime/brand.server'
import type { Args } from '~/runtime/load-context'

/** The fields by which a call that creates an account learns the shown terms, and the invitation that follows. */
export const newPersonFields = async ({
  request,
}: Args): Promise<{ terms_version?: string; invite_ticket?: string }> => {
  const ticket = inviteTicket.safeParse(invitationIn(new URL(request.url).searchParams.get('next') ?? ''))
  const isAsked = (await offered()).registration === 'invited'
  return { ...shownTerms(), ...(isAsked && ticket.success && { invite_ticket: ticket.data }) }
}
