import { useTranslation } from 'react-i18next'
import { type BaseInfo, baseInfos, type DetailInfo, detailInfos } from '#contract/organisations/organisation-infos'
import { TextField } from '~/forms/fields/fields'
import { SelectField } from '~/forms/fields/select-field'
import { TextArea } from '~/forms/fields/text-area'
import type { PageField } from '~/forms/use-page-form'
import { regionsIn } from '~/forms/values/regions'

export const SubjectNameField = ({ field }: { field: PageField }) => (
  <TextField
    field={field}
    label="organisation.name"
    hint="organisation.name_hint"
    autoComplete="organization"
    maxLength={100}
  />
)

type InfoName = BaseInfo | DetailInfo

const infos = { ...baseInfos, ...detailInfos }

/** The fields for facts of an organisation. */
export const InfoFields = <Name extends InfoName>({
  fields,
  names,
}: {
  fields: Record<Name, PageField>
  names: readonly Name[]
}) => names.map((name) => <InfoField key={name} name={name} field={fields[name]} />)

const InfoField = ({ name, field }: { name: InfoName; field: PageField }) => {
  const { kind, maxLength } = infos[name]
  const label = `organisation.info.${name}`
  if (kind === 'region') return <RegionOfInfo field={field} label={label} />
  if (kind === 'lines') return <TextArea field={field} label={label} rows={3} maxLength={maxLength} />
  return (
    <TextField
      field={field}
      label={label}
      autoComplete="off"
      maxLength={maxLength}
      {...(kind === 'url' && { inputMode: 'url' as const, hint: 'organisation.info.url_hint' })}
    />
  )
}

const RegionOfInfo = ({ field, label }: { field: PageField; label: string }) => {
  const { t, i18n } = useTranslation()
  return (
    <SelectField
      field={field}
      label={label}
      options={[
        ['', t('organisation.info.no_region')],
        ...regionsIn(i18n.language).map(({ region, plainName }) => [region, plainName] as const),
      ]}
    />
  )
}
