import type { FormLimits, PageHandle } from '../document/page-handle'

const defaultLimits: FormLimits = { names: 100, valuesPerName: 12, textBytes: 16 * 1024 }

export const limitsOf = (limits: Partial<FormLimits> = {}): FormLimits => ({ ...defaultLimits, ...limits })

/**
 * The longest sealed form that is parked. Compressed at worst to its own size, in base64 (4/3) within a sealed text in
 * base64url (4/3), a form takes under twice the bytes of its text.
 */
export const parkedMaxLength = ({ textBytes }: FormLimits): number => 3 * textBytes

/** Room in a body for what is neither text nor a parked form: the form token, names, the answer to a challenge. */
const otherBytes = 16 * 1024

/**
 * The largest body that the server reads for a page, in bytes: its text where every byte is percent-encoded (`%0A`), or
 * its parked form, and its files.
 */
export const bodyMaxBytes = ({ form, uploadMaxBytes = 0 }: Pick<PageHandle, 'form' | 'uploadMaxBytes'>): number =>
  3 * limitsOf(form).textBytes + otherBytes + uploadMaxBytes

/**
 * The fields of a page's own form; undefined when there are more than its limits allow. They are counted before anything
 * else reads them: conform takes seconds for some thousand values of one name.
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

/** Other names are not for the schema: brackets and dots would build objects, and conform's own would steer it. */
const isPlain = (name: string): boolean =>
  /^[a-z][a-z0-9_]*$/.test(name) && !(name in Object.prototype) && name !== 'form_token'
