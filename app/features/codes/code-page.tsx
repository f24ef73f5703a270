import type { ReactNode } from 'react'
import { CodeField, SparedAccountName } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import type { PageForm } from '~/forms/use-page-form'
import { CodesOver } from './codes-over'
import { Resend } from './resend-form'
import type { ShownCode } from './resend-notices'
import { SentCode, type SentCodeText } from './sent-code'

interface CodePageProps {
  page: PageForm<'code'>
  /** Message keys. */
  title: string
  submit: string
  /** The sent code, and the text about it. */
  sent: ShownCode
  by: SentCodeText
  /** The page on which the address can be changed, with the message key of its link. */
  back: { path: string; text: string }
  /** The links for the case that no code is accepted, next to the way back: their message keys, by path. */
  meanwhile?: Record<string, string>
  /** Shown between the title and the destination of the code. */
  lead?: ReactNode
  /** The name of the account, if the form has a new password for it. */
  account?: string
  /** The fields next to the code. */
  children?: ReactNode
  /** Shown below the button, such as a choice that few people make. */
  more?: ReactNode
  /** Shown below everything else. */
  after?: ReactNode
}

/** A page that asks for a code: where it was sent, a field for it, and a button that sends another one. */
export const CodePage = ({
  page,
  title,
  submit,
  sent,
  by,
  back,
  meanwhile = {},
  lead,
  account,
  children,
  more,
  after,
}: CodePageProps) => {
  if (sent.over)
    return (
      <>
        <CodesOver code={sent} meanwhile={{ ...meanwhile, [back.path]: back.text }} />
        {after}
      </>
    )
  return (
    <FormPage
      page={page}
      title={title}
      submit={submit}
      hasNewPassword={account !== undefined}
      more={
        <>
          {account !== undefined && <SparedAccountName name={account} />}
          {more}
        </>
      }
      lead={
        <>
          {lead}
          <SentCode code={sent} by={by} />
        </>
      }
      help={<Resend code={sent} back={back} />}
      after={after}
    >
      <CodeField
        field={page.fields.code}
        hint={by.startsWith('email') ? 'field.code.hint_email' : 'field.code.hint'}
        isFirst={page.errors.length === 0 && sent.notice === null}
      />
      {children}
    </FormPage>
  )
}
