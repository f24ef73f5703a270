import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import {
  type ClientUrlField,
  clientNameMaxLength,
  clientUrlFields,
  clientUrlMaxLength,
  mostClientUrls,
} from '#contract/applications/open-clients'
import { apiScope } from '#contract/applications/open-fields'
import { type ApiScope, leastScope, openScopeNames, openScopes } from '#contract/applications/open-scopes'
import type { Failure } from '#contract/client'
import { spelt } from '#rules/typed/text'
import type { FormLimits } from '~/document/page-handle'
import { ScopeText, type ShownScope } from '~/features/authorisation/scope-text'
import { tick } from '~/forms/field-schemas'
import { describedBy, FieldError } from '~/forms/fields/field-frame'
import { TextField } from '~/forms/fields/fields'
import { TextArea } from '~/forms/fields/text-area'
import { Tick } from '~/forms/fields/tick'
import type { PageField, PageForm } from '~/forms/use-page-form'
import { readable } from '~/forms/values/typed-text'

/** Room for the addresses of both kinds. */
const typedMaxBytes = 2 * mostClientUrls * (clientUrlMaxLength + 2) + 2048

export const clientFormLimits: Partial<FormLimits> = { textBytes: typedMaxBytes, valuesPerName: 20 }

const lines = z
  .string('field.not_text')
  .default('')
  .refine((typed) => !/[^\P{Cc}\t\r\n]/u.test(typed), 'field.control_character')

/** The facts about an application. Addresses are typed one per line. */
export const clientFields = {
  name: readable('client_name', { maxLength: clientNameMaxLength, plain: spelt }),
  redirect_uris: lines,
  post_logout_uris: lines,
  logout_url: lines,
  scopes: z.array(z.enum(openScopeNames, 'error.invalid_input')).default([]),
  without_pkce: tick,
  service_scopes: z.array(apiScope, 'error.invalid_input').default([]),
}
export const ClientForm = z.object(clientFields)
type Typed = z.output<typeof ClientForm>

/** The lines of a text, each with its number. Empty ones are left out. */
const numbered = (typed: string): { line: number; url: string }[] =>
  typed
    .split(/\r\n|\r|\n/)
    .map((text, index) => ({ line: index + 1, url: text.trim() }))
    .filter(({ url }) => url !== '')

/** The account API refuses longer or additional addresses. It gets just enough to detect that. */
const urlsIn = (typed: string): string[] =>
  numbered(typed)
    .slice(0, mostClientUrls + 1)
    .map(({ url }) => url.slice(0, clientUrlMaxLength + 1))

/** The typed facts, as input of a call. */
export const factsOf = ({
  name,
  redirect_uris,
  post_logout_uris,
  logout_url,
  scopes,
  without_pkce,
  service_scopes,
}: Typed) => ({
  name,
  redirect_uris: urlsIn(redirect_uris),
  post_logout_uris: urlsIn(post_logout_uris),
  logout_url: urlsIn(logout_url).join(' '),
  scopes,
  requires_pkce: without_pkce === '1' ? 0 : 1,
  service_scopes,
})

/** A failure with the line numbers as typed, counting the empty lines between. */
export const withTypedLines = (failure: Failure, typed: Pick<Typed, ClientUrlField>): Failure => {
  if (failure.code !== 'client_urls_refused') return failure
  const typedIn = Object.fromEntries(clientUrlFields.map((field) => [field, numbered(typed[field])]))
  const refused = failure.data.refused.map(({ line, ...more }) => ({
    ...more,
    line: typedIn[more.field]?.[line - 1]?.line ?? line,
  }))
  return { ...failure, data: { refused } }
}

/** The form values of an application with these facts. */
export const typedOf = (
  client: Pick<Typed, 'name' | 'scopes'> & {
    redirect_uris: string[]
    post_logout_uris: string[]
    logout_url: string | null
    requires_pkce: boolean
    service_scopes: { scope: string }[]
  },
) => ({
  name: client.name,
  redirect_uris: client.redirect_uris.join('\n'),
  post_logout_uris: client.post_logout_uris.join('\n'),
  logout_url: client.logout_url ?? '',
  scopes: client.scopes,
  service_scopes: client.service_scopes.map(({ scope }) => scope as ApiScope),
  ...(!client.requires_pkce && { without_pkce: '1' as const }),
})

type ClientFieldName = keyof typeof clientFields

interface ClientFieldsProps {
  page: Pick<PageForm<ClientFieldName>, 'fields'>
  mayKeepSecret: boolean
  /** The scopes of APIs that it may get for itself. */
  offered: readonly ShownScope[]
}

export const ClientFields = ({ page: { fields }, mayKeepSecret, offered }: ClientFieldsProps) => (
  <>
    <TextField
      field={fields.name}
      label="clients.name"
      hint="clients.name_hint"
      autoComplete="off"
      maxLength={clientNameMaxLength}
    />
    <UrlsField field={fields.redirect_uris} label="clients.redirect_uris" hint="clients.redirect_uris_hint" rows={4} />
    <Choices field={fields.scopes} title="clients.scopes" hint="clients.scopes_hint" choices={choosable} />
    <UrlsField
      field={fields.post_logout_uris}
      label="clients.post_logout_uris"
      hint="clients.post_logout_uris_hint"
      rows={2}
    />
    <UrlsField field={fields.logout_url} label="clients.logout_url" hint="clients.logout_url_hint" rows={2} />
    {mayKeepSecret && <Tick field={fields.without_pkce} label="clients.without_pkce" />}
    {mayKeepSecret && offered.length > 0 && (
      <Choices
        field={fields.service_scopes}
        title="clients.service_scopes"
        hint="clients.service_scopes_hint"
        choices={offered}
      />
    )}
  </>
)

interface UrlsFieldProps {
  field: PageField
  label: string
  hint: string
  rows: number
}

const UrlsField = (props: UrlsFieldProps) => <TextArea {...props} spellCheck={false} autoCapitalize="none" />

interface ChoicesProps {
  field: PageField
  title: string
  hint: string
  choices: readonly ShownScope[]
}

/** A box for each scope, in the words that people read. The identity is always requested. */
const Choices = ({ field, title, hint, choices }: ChoicesProps) => {
  const { t } = useTranslation()
  const [first] = choices
  return (
    <fieldset className="choices" {...describedBy(field, undefined)}>
      <legend>{t(title)}</legend>
      <p className="hint">{t(hint, { least: t(`authorisation.scope.${leastScope}`) })}</p>
      <FieldError id={`${field.name}-error`} text={field.error} />
      <ul className="rows">
        {choices.map((choice) => (
          <li key={choice.scope}>
            <label>
              <input
                type="checkbox"
                {...(choice === first && { id: field.name })}
                name={field.name}
                value={choice.scope}
                defaultChecked={field.values.includes(choice.scope)}
              />{' '}
              <ScopeText {...choice} isSensitive={choice.is_sensitive} value={null} />
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

const choosable = openScopeNames
  .filter((scope) => scope !== leastScope)
  .map((scope) => ({ scope, is_sensitive: openScopes[scope].isSensitive }))
