import { useForm } from '@conform-to/react'
import type { z } from 'zod'
import { useActionData, useRouteLoaderData } from '~/framework'
import type { FormAnswer } from './reading/form-answer'

/** A field as its component shows it. */
export interface PageField {
  name: string
  /** The value; empty for a list. */
  value: string
  /** The values of a list, such as the ticked checkboxes; for any other field, its value. */
  values: string[]
  error: string | undefined
}

/** The error of a field; with an empty name, of the form. */
export interface PageError {
  name: string
  text: string
}

/** A form as its page shows it: the values typed before, and the errors. */
export interface PageForm<Name extends string = string> {
  fields: Record<Name, PageField>
  /** Every error, in the order of the form. */
  errors: PageError[]
  /** Pages on which the person can continue instead. */
  links: FormAnswer['links']
  closed: FormAnswer['closed']
  isProgress: FormAnswer['isProgress']
  /** The errors, sealed, if the form was shown again. Undefined for a form that was not sent yet. */
  lines: string | undefined
}

type NamesOf<Schema extends z.ZodType> = keyof z.input<Schema> & string

/**
 * The form of a page, with the answer of its action if there is one.
 * @param defaults the values of a form that was not sent yet
 */
export const usePageForm = <Schema extends z.ZodType>(
  defaults: { [Name in NamesOf<Schema>]?: string | string[] } = {},
): PageForm<NamesOf<Schema>> => {
  // Some actions return data of the page instead.
  const answered: Partial<FormAnswer> | undefined = useActionData()
  // A form that was posted after its session had ended is shown again when its person returns.
  const root = useRouteLoaderData<{ late?: FormAnswer }>('root')
  const answer = answered ?? root?.late
  const [form, fields] = useForm<Record<string, string | string[]>>({
    id: 'form',
    lastResult: answer ?? null,
    defaultValue: defaults,
  })
  const read = (name: string): PageField => {
    const { initialValue = [], errors } = fields[name] ?? {}
    const values = [initialValue].flat().filter((value) => typeof value === 'string')
    return { name, value: typeof initialValue === 'string' ? initialValue : '', values, error: errors?.[0] }
  }
  return {
    fields: new Proxy({} as Record<NamesOf<Schema>, PageField>, { get: (_, name) => read(String(name)) }),
    errors: Object.entries(form.allErrors).map(([name, [text = '']]) => ({ name, text })),
    links: answer?.links ?? [],
    closed: answer?.closed,
    isProgress: answer?.isProgress,
    lines: answer?.lines,
  }
}
