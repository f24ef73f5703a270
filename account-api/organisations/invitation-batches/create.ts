import { count } from '#account-api/kernel/limits/limits'
import { type TooManyRequests, tooManyRequests } from '#account-api/kernel/limits/too-many'
import { claimMs } from '#account-api/kernel/queue/work-off'
import { newId, newToken } from '#account-api/kernel/random'
import { markedWrite } from '#account-api/kernel/service'
import type { Acting } from '#account-api/organisations/records/member-record'
import { type RoleRefusal, roleToGive } from '#account-api/organisations/roles/role-to-give'
import type { Service } from '#account-api/organisations/service'
import {
  type BatchState,
  type ListFormat,
  type ListRefusal,
  mostOfAList,
} from '#contract/organisations/invitations/invitation-batches'
import { readList } from '#rules/typed/list'
import { linesAtOnce } from './batch'
import { checkSome } from './check'

interface NewBatch {
  acting: Acting
  list: string
  format: ListFormat
  region: string | undefined
  roleKey: string | undefined
  note: string
  days: number
  language: string
}

type NotCreated =
  | RoleRefusal
  | TooManyRequests
  | { ok: false; code: 'invitation_list_refused'; reason: ListRefusal; line: number; most: number }

/** Reads a list of people to invite. A short one is checked at once, a long one by a job. Nobody is invited yet. */
export const createBatch = async (
  service: Service,
  { acting, list, format, region, roleKey, note, days, language }: NewBatch,
): Promise<{ ok: true; publicId: string; lineCount: number } | NotCreated> => {
  const { deployment, storage } = service
  const given = await roleToGive(storage, acting, roleKey)
  if (!given.ok) return given
  const read = readList(list, format, mostOfAList.lines)
  if (!read.ok) return { ...read, code: 'invitation_list_refused', most: mostOfAList.lines }
  const createdAt = deployment.now()
  const { within, until } = await count(storage, 'invitationLists', {
    subject: acting.member.accountId,
    at: createdAt,
  })
  if (!within) return tooManyRequests(deployment, until)
  const id = newId(createdAt)
  const state: BatchState = 'checking'
  const batch = {
    id,
    publicId: newToken(128),
    organisationId: acting.organisation.id,
    inviterId: acting.member.id,
    state,
    format,
    region: region ?? deployment.defaultRegion,
    roleId: given.role?.id ?? null,
    note,
    days,
    language,
    lineCount: read.lines.length,
    checkedCount: 0,
    createdAt,
  }
  const isShort = read.lines.length <= linesAtOnce
  const work = { list, workAt: isShort ? createdAt + claimMs : createdAt }
  await markedWrite(service, ({ invitationBatches }) => invitationBatches.insert(batch, work))
  if (isShort) await checkSome(service, { id, list: read.lines })
  return { ok: true, publicId: batch.publicId, lineCount: batch.lineCount }
}
