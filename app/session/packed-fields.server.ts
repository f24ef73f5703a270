import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

const [compress, expand] = [promisify(deflateRaw), promisify(inflateRaw)]

/** The fields of a form with text, compressed, as base64. Files are too large to keep. */
export const packed = async (formData: FormData): Promise<string> =>
  (await compress(JSON.stringify(textFields(formData)))).toString('base64')

/**
 * Reverses {@link packed}. Only values sealed by this app are safe to decompress, because the size of the original body
 * was limited.
 */
export const unpacked = async (fields: string): Promise<FormData> =>
  formOf(JSON.parse((await expand(Buffer.from(fields, 'base64'))).toString()))

const textFields = (formData: FormData): [string, string][] =>
  [...formData].filter((field): field is [string, string] => typeof field[1] === 'string')

export const formOf = (fields: [string, string][]): FormData => {
  const formData = new FormData()
  for (const [name, value] of fields) formData.append(name, value)
  return formData
}
