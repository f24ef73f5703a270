import { useTranslation } from 'react-i18next'
import { memberSearchMaxLength } from '#contract/organisations/members'
import { DayField } from '~/features/organisations/day-field'
import { roleText } from '~/features/organisations/role-text'
import { TextField } from '~/forms/fields/fields'
import { SelectField } from '~/forms/fields/select-field'
import { Button } from '~/ui/button'
import type { MemberFilter } from './members-query'

interface MemberFilterFormProps {
  path: string
  filter: MemberFilter
  roles: readonly { role_key: string; role_name: string }[]
  /** The person may find members by an address, too. */
  findsByAddress: boolean
  /** Text typed for a day that is not a day. */
  oddDay: string | undefined
}

/** Finds members by GET, so the result has an address. The order of the list stays. */
export const MemberFilterForm = ({ path, filter, roles, findsByAddress, oddDay }: MemberFilterFormProps) => {
  const { t } = useTranslation()
  const choice = (name: 'role_key' | 'is_frozen', options: [value: string, text: string][]) => (
    <SelectField
      field={{ name, value: filter[name] ?? '', error: undefined }}
      label={`members.${name}`}
      options={options}
    />
  )
  return (
    <form action={path} className="filter">
      <TextField
        field={{ name: 'search', value: filter.search ?? '', values: [], error: undefined }}
        label={findsByAddress ? 'members.search_all' : 'members.search'}
        hint={findsByAddress ? 'members.search_all_hint' : 'members.search_hint'}
        autoComplete="off"
        maxLength={memberSearchMaxLength}
      />
      {choice('role_key', [
        ['', t('members.any_role')],
        ...roles.map((role): [string, string] => [role.role_key, roleText(t, role)]),
      ])}
      {choice('is_frozen', [
        ['', t('members.any_state')],
        ['0', t('members.not_frozen')],
        ['1', t('organisations.frozen')],
      ])}
      <DayField name="inactive_since" label="members.inactive_since" value={filter.inactive_since} odd={oddDay} />
      {(['sort', 'order'] as const).map(
        (name) => filter[name] && <input key={name} type="hidden" name={name} value={filter[name]} />,
      )}
      <Button text="members.find" quiet />
    </form>
  )
}
