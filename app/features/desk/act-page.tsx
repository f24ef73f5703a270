import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { useActionData } from '~/framework'
import type { FlashName } from '~/navigation/flash/flash-names'
import { BackLink } from '~/ui/back-link'
import type { ActField, AnyAct } from './act'
import { ActFieldInput, type FieldOptions } from './act-field'

interface ActPageProps {
  act: AnyAct
  /** Facts about the thing or the person, between the title and the form. */
  about?: ReactNode
  /** Details about the effect, below its text. */
  lead?: ReactNode
  /** The values in its title and text. A name that the text does not contain is shown below it. */
  values?: { name: string }
  /** The initial values of its fields. */
  defaults?: Readonly<Record<string, string | string[]>>
  /** Choices that only the loader knows, by field: texts, by value. */
  options?: Readonly<Record<string, FieldOptions>>
  /** The link back, with a message key. */
  back: { path: string; text: string }
  /** Shows the answer of an act that does not redirect, and the input. It is shown once. */
  shown?: (data: never, input: Readonly<Record<string, unknown>>) => ReactNode
  notice?: FlashName | null
  /** Below the form. */
  after?: ReactNode
}

/**
 * The page of one act of the operator: its effect, whom it concerns, its fields, and its button. The texts are
 * `act.<call>.title`, `.text` and `.submit`.
 */
export const ActPage = ({
  act,
  about,
  lead,
  values,
  defaults,
  options = {},
  back,
  shown,
  notice = null,
  after,
}: ActPageProps) => {
  const { t } = useTranslation()
  const page = usePageForm({ ...defaults })
  const answer = useActionData() as { shown?: never; input?: Record<string, unknown> } | undefined
  if (answer?.shown !== undefined && shown) return shown(answer.shown, { ...answer.input })
  const texts = `act.${act.call}`
  const text = t(`act.${act.call}.text`, { ...values })
  const isUnnamed = text === t(`act.${act.call}.text`, { name: '' })
  return (
    <FormPage
      page={page}
      title={`${texts}.title`}
      {...(values && { values })}
      submit={`${texts}.submit`}
      notice={notice}
      lead={
        <>
          <p>{text}</p>
          {lead}
          {values && isUnnamed && (
            <p>
              <strong>
                <bdi>{values.name}</bdi>
              </strong>
            </p>
          )}
          {about}
        </>
      }
      after={
        <>
          {after}
          <BackLink {...back} />
        </>
      }
    >
      {Object.entries(act.fields).map(([name, field]: [string, ActField]) => (
        <ActFieldInput key={name} field={page.fields[name as never]} of={field} options={options[name]} />
      ))}
    </FormPage>
  )
}
