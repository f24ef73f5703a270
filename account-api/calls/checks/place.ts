import { tellOfAct } from '#account-api/kernel/current-call'
import { actingIn } from '#account-api/organisations/organisation/acting'
import { refuseHiddenFactor, refuseStaleProof } from '#account-api/verification/outcomes'
import { type Check, personOf } from './check'

/** Checks who acts in the organisation that the input names, and whether they may. */
export const place: Check = async (call) => {
  const { service, row, input } = call
  const person = personOf(call)
  if (!person || row.auth !== 'member') return {}
  const found = await actingIn(service, {
    accountId: person.account.id,
    publicId: String(input.sec_subject_uid),
    needed: row.needs,
    whenSuspended: row.whenSuspended,
    whenMemberSuspended: row.whenMemberSuspended,
    session: person.session,
    isAct: !row.harmless,
  })
  if (found.ok) {
    tellOfAct({ organisationId: found.acting.organisation.id })
    return { acting: found.acting }
  }
  if (found.code === 'second_verification_required')
    return found.of === 'person'
      ? refuseStaleProof(service, person, 'organisation')
      : refuseHiddenFactor(service, person, 'organisation', found.hides)
  const { ok, code, ...data } = found
  return { ok, code, data }
}
