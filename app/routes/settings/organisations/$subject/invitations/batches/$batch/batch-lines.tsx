import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import { type LineState, lineStates } from '#contract/organisations/invitations/invitation-batches'
import { invitationStates } from '#contract/organisations/invitations/invitations'

import { readNumber } from '#rules/typed/number'
import { organisationPath } from '~/features/organisations/organisation-path'
import { roleText } from '~/features/organisations/role-text'

import { regionName } from '~/forms/values/regions'
import { unbroken } from '~/i18n/texts'
import { type Column, DataTable } from '~/ui/data-table'
import { FilterLinks } from '~/ui/filter-links'

export type Report = z.output<Calls['invitationBatch']['output']>
export type Line = Report['lines'][number]

interface Words {
  t: TFunction
  language: string
  /** The region in which its number was read. */
  region: string | null
}

/** True for a number without a country code, even after a name. */
const isBareNumber = (typed: string): boolean => {
  const read = readNumber({ typed, region: undefined })
  return !read.ok && read.reason === 'country_missing'
}

/** The state of a line in words: its invitation's, if it has one. */
export const lineStateText = ({ t, language, region }: Words, { state, invitation, same_as, typed }: Line): string => {
  if (state === 'invited' && invitation) return t(`inviteList.invitation.${invitation.state}`)
  if (state === 'wrong_form' && region !== null && isBareNumber(typed))
    return t('inviteList.line.wrong_number', { region: regionName(language, region) })
  return t(`inviteList.line.${state}`, { line: same_as ?? '' })
}

/** The addressee of a line: the address or the unreadable text, and the name. */
const addresseeOf = ({ address, typed, deputy_name }: Line): string =>
  [deputy_name, unbroken(address || typed)].filter((part) => part !== '').join(' ·\u00A0')

/** The number of lines of each state, as links that show only those lines. */
export const LineCounts = ({ counts, state, path }: { counts: Report['counts']; state: string; path: string }) => {
  const { t } = useTranslation()
  const all = Object.values(counts.lines).reduce((sum, count) => sum + count, 0)
  const shown: [LineState | '', number][] = lineStates.flatMap((each): [LineState, number][] =>
    counts.lines[each] ? [[each, counts.lines[each]]] : [],
  )
  const answers = invitationStates.flatMap((each) => {
    const count = counts.invitations[each]
    return count ? t('inviteList.answer', { state: t(`invitationState.${each}`), count }) : []
  })
  return (
    <>
      <FilterLinks
        label="inviteList.by_state"
        links={[['', all] as const, ...shown].map(([each, count]) => ({
          path: each === '' ? path : `${path}?state=${each}`,
          text: t(`inviteList.count.${each || 'all'}`, { count }),
          isCurrent: each === state,
        }))}
      />
      {answers.length > 0 && <p>{t('inviteList.answers', { answers: answers.join(t('layout.comma')) })}</p>}
    </>
  )
}

interface LineTableProps {
  lines: readonly Line[]
  subject: { sec_subject_uid: string }
  region: string | null
}

/** Lines of a list, each with its state. */
export const LineTable = ({ lines, subject, region }: LineTableProps) => {
  const { t, i18n } = useTranslation()
  const words = { t, language: i18n.language, region }
  const columns: Column<Line>[] = [
    {
      heading: 'inviteList.column.address',
      cell: (line) => {
        const text = <bdi>{addresseeOf(line) || t('invitations.erased')}</bdi>
        const { invitation } = line
        return invitation ? (
          <a href={organisationPath(subject, `/invitations/${invitation.invite_id}`)}>{text}</a>
        ) : (
          text
        )
      },
    },
    { heading: 'inviteList.column.state', cell: (line) => lineStateText(words, line) },
    { heading: 'inviteList.column.role', cell: ({ role }) => role && roleText(t, role) },
    { heading: 'inviteList.column.line', isShort: true, isLabelled: true, cell: ({ number }) => String(number) },
  ]
  return <DataTable things={lines} keyOf={({ number }) => number} columns={columns} />
}
