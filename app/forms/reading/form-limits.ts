import type { FormLimits, PageHandle } from '~/document/page-handle'

const defaultLimits: FormLimits = { names: 100, valuesPerName: 12, textBytes: 16 * 1024 }

export const limitsOf = (limits: Partial<FormLimits> = {}): FormLimits => ({ ...defaultLimits, ...limits })

/**
 * The maximum length of a sealed form. A form that does not compress grows by base64 (4/3) inside the sealed JSON, and by
 * base64url (4/3) around it, so it stays under twice the bytes of its text.
 */
export const parkedMaxLength = ({ textBytes }: FormLimits): number => 3 * textBytes

/** For the rest of a body: the form token, the names of fields, the answer to a challenge. */
const otherBytes = 16 * 1024

/**
 * The maximum size in bytes of a body that is posted to a page: its text with every byte percent-encoded (`%0A`), or its
 * parked form, and its files.
 */
export const bodyMaxBytes = ({ form, uploadMaxBytes = 0 }: Pick<PageHandle, 'form' | 'uploadMaxBytes'>): number =>
  3 * limitsOf(form).textBytes + otherBytes + uploadMaxBytes

/**
 * The fields of a page's own form. Undefined when their number exceeds its limits. They are counted first, because
 * conform takes seconds for some thousand values of one name.
 */
export const fieldsWithin = (formData: FormData, { names, valuesPerName }: FormLimits): FormData | undefined => {
  const counts = new Map<string, number>()
  const fields = new FormData()
  for (const [name, value] of formData) {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count > valuesPerName || counts.size > names) return undefined
    if (isPlain(name)) fields.append(name, value)
  }
  return fields
}

/** No schema has other names: brackets and dots would build objects, and conform's own names would control it. */
const isPlain = (name: string): boolean =>
  /^[a-z][a-z0-9_]*$/.test(name) && !(name in Object.prototype) && name !== 'form_token'
