import { useForm } from '@conform-to/react'
import type { z } from 'zod'
import { useActionData } from '../framework'
import type { FormAnswer } from './form-answer'

/** What a field component needs to know of its field. */
export interface PageField {
  name: string
  /** The value of a field that has one; of a list it is empty. */
  value: string
  /** The values of a list, such as the boxes that are ticked; of any other field, its value. */
  values: string[]
  error: string | undefined
}

/** An error of a field, or by an empty name of the form. */
export interface PageError {
  name: string
  text: string
}

/** A form as its page shows it: what was typed before, and what is wrong with it. */
export interface PageForm<Name extends string = string> {
  fields: Record<Name, PageField>
  /** Every error, in the order of the form. */
  errors: PageError[]
  /** Where the person can go on instead. */
  links: FormAnswer['links']
  closed: FormAnswer['closed']
}

type NamesOf<Schema extends z.ZodType> = keyof z.input<Schema> & string

/**
 * The form of a page, after the answer of its action if there was one.
 * @param defaults what stands in the fields of a form that was not sent yet
 */
export const usePageForm = <Schema extends z.ZodType>(
  defaults: { [Name in NamesOf<Schema>]?: string | string[] } = {},
): PageForm<NamesOf<Schema>> => {
  // An action may answer with the page's own data instead.
  const answer: Partial<FormAnswer> | undefined = useActionData()
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
  }
}
