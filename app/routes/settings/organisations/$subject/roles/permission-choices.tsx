import { useTranslation } from 'react-i18next'
import { isPermission, permissions } from '#contract/terms/permissions'
import type { OtherPermissions } from '~/features/organisations/roles.server'
import { FieldError } from '~/forms/fields/field-frame'
import type { PageField } from '~/forms/use-page-form'
import { fullLanguageOf } from '~/i18n/texts'

/**
 * The group of a permission: the part of its name before the dot. Texts: `permissionGroup.<name>`. Empty for unknown
 * permissions.
 */
const groupOf = (permission: string): string =>
  isPermission(permission) ? permission.slice(0, permission.indexOf('.')) : ''

/** The name of a permission and its description, in the language of the page. */
const useTextsOf = (others: OtherPermissions) => {
  const { i18n } = useTranslation()
  return (permission: string) => {
    const { name, text } = isPermission(permission)
      ? permissions[permission][fullLanguageOf(i18n.language)]
      : (others[permission] ?? { name: '', text: '' })
    return { name: name || permission, text }
  }
}

/** Permissions by group, in their order. */
const grouped = (names: readonly string[]): [group: string, names: string[]][] =>
  [...new Set(names.map(groupOf))].map((group) => [group, names.filter((name) => groupOf(name) === group)])

/** Check boxes for permissions, by group. */
export const PermissionChoices = ({
  field,
  offered,
  others,
}: {
  field: PageField
  offered: readonly string[]
  others: OtherPermissions
}) => {
  const { t } = useTranslation()
  const textsOf = useTextsOf(others)
  return (
    <>
      <h2>{t('roles.permissions')}</h2>
      <FieldError id={`${field.name}-error`} text={field.error} />
      {grouped(offered).map(([group, names]) => (
        <fieldset key={group} className="choices">
          <legend>{t(group === '' ? 'roles.permissions' : `permissionGroup.${group}`)}</legend>
          <ul className="rows">
            {names.map((name) => (
              <li key={name}>
                <label>
                  <input
                    type="checkbox"
                    // A link to the field leads to the first box.
                    {...(name === offered[0] && { id: field.name })}
                    name={field.name}
                    value={name}
                    defaultChecked={field.values.includes(name)}
                  />{' '}
                  {textsOf(name).name}
                  <br />
                  <span className="hint">{textsOf(name).text}</span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
    </>
  )
}

export const PermissionList = ({ names, others }: { names: readonly string[]; others: OtherPermissions }) => {
  const { t } = useTranslation()
  const textsOf = useTextsOf(others)
  return (
    <>
      <h2>{t('roles.permissions')}</h2>
      {names.length === 0 && <p>{t('roles.no_permissions')}</p>}
      {names.length > 0 && (
        <ul className="rows">
          {names.map((name) => (
            <li key={name}>
              {textsOf(name).name}
              <p>{textsOf(name).text}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
