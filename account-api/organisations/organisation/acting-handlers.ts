import type { CallContext, Handling } from '#account-api/organisations/call-context'
import { answerSignIn } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { actAs, actingAs } from './act-as'
import { subjectOf } from './organisation-handlers'

export const actingHandlers = {
  subjectLoginList: async ({ page, page_size }, { service, account, session }) => {
    const asked = { offset: (page - 1) * page_size, limit: page_size + 1 }
    const found = await service.storage.members.ofAccount(account.id, asked)
    const acting = await actingAs(service, { account, session })
    return done({
      subjects: found.slice(0, page_size).map(subjectOf),
      has_more: found.length > page_size,
      acting: acting ? { sec_subject_uid: acting.organisation.publicId, identity_id: acting.member.publicId } : null,
    })
  },

  subjectLogin: async ({ subject_uid: organisationId, identity_id: member }, context) => {
    const acts = await actAs(context.service, { person: context, organisationId, member, elsewhere: false })
    return answerActing(context, acts)
  },

  switchMember: async ({ to_sec_member_id: member, login_subject_uid: organisationId }, context) => {
    const acts = await actAs(context.service, { person: context, organisationId, member, elsewhere: true })
    return answerActing(context, acts)
  },
} satisfies Handling

const answerActing = (context: CallContext, acts: Awaited<ReturnType<typeof actAs>>) => {
  if (!acts.ok) return acts.code === 'subject_frozen' ? refuse(acts.code, { by: acts.by }) : refuse(acts.code, {})
  const { id, publicId } = acts.place.organisation
  return done({ ...answerSignIn(context, acts).data, subject_uid: id, sec_subject_uid: publicId })
}
