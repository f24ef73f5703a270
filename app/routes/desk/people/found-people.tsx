import { useTranslation } from 'react-i18next'
import type { DataOf } from '~/features/desk/act'
import { personAtDesk } from '~/features/desk/desk-paths'
import { unbroken } from '~/i18n/texts'
import { type Column, DataTable } from '~/ui/data-table'

export type Found = DataOf<'findUsers'> & { search: string }
type Person = Found['users'][number]

/** The results of a search by a beginning. */
export const FoundPeople = ({ found: { users, has_more } }: { found: Found }) => {
  const { t } = useTranslation()
  const columns: Column<Person>[] = [
    {
      heading: 'deskPerson.name',
      cell: ({ user_id, name, username }) => (
        <a href={personAtDesk(user_id)}>
          <bdi>{name ?? username}</bdi>
        </a>
      ),
    },
    { heading: 'deskPerson.username', cell: ({ name, username }) => name !== null && <bdi>{username}</bdi> },
    { heading: 'deskPerson.mobile', isShort: true, cell: ({ mobile }) => mobile !== null && unbroken(mobile) },
    { heading: 'deskPerson.email', cell: ({ email }) => email !== null && <bdi>{email}</bdi> },
    {
      heading: 'deskPerson.state',
      isShort: true,
      cell: ({ frozen_at, erased_on }) =>
        (frozen_at !== null && t('deskPerson.found_frozen')) || (erased_on !== null && t('deskPerson.found_erased')),
    },
  ]
  return (
    <>
      <h2>{t('deskPerson.found')}</h2>
      <DataTable things={users} keyOf={({ user_id }) => user_id} columns={columns} />
      {has_more && <p>{t('deskPerson.more_found')}</p>}
    </>
  )
}
