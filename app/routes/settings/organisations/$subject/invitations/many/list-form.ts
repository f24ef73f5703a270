import { z } from 'zod'
import { mostOfAList } from '#contract/organisations/invitations/invitation-batches'
import type { FormLimits } from '~/document/page-handle'
import { daysField, offerFields } from '~/features/organisations/invitation-form'
import { fileOf } from '~/forms/reading/file-fields'

/** Room for 10,000 addresses. A longer list comes as a file. */
export const typedMaxBytes = 256 * 1024

export const listLimits: Partial<FormLimits> = { textBytes: typedMaxBytes }

// The class cannot be checked, because remix-serve replaces Node's with an older one.
const isFile = (value: unknown): value is Blob => typeof value === 'object' && value !== null && 'arrayBuffer' in value

/** A list of people, typed with one address per line or as a CSV file, and the role and note for all of them. */
export const listForm = z
  .object({
    addresses: z
      .string('field.not_text')
      .default('')
      .refine((typed) => Buffer.byteLength(typed) <= typedMaxBytes, 'inviteList.typed_too_long')
      .refine((typed) => !/[^\P{Cc}\t\r\n]/u.test(typed), 'field.control_character'),
    file: fileOf(
      z
        .custom<Blob>(isFile, 'inviteList.no_file')
        .refine((file) => !isFile(file) || file.size <= mostOfAList.bytes, 'inviteList.file_too_large'),
      { tooLarge: 'inviteList.file_too_large' },
    ).optional(),
    region: z.string().max(20, 'error.invalid_input').default(''),
    role_key: offerFields.role_key,
    note: offerFields.note,
    days: daysField,
  })
  .superRefine(({ addresses, file }, context) => {
    const [isTyped, isSent] = [addresses.trim() !== '', file !== undefined && file.size > 0]
    if (isTyped && isSent) context.addIssue({ code: 'custom', path: ['file'], message: 'inviteList.both' })
    if (!isTyped && !isSent) context.addIssue({ code: 'custom', path: ['addresses'], message: 'inviteList.missing' })
  })

/** The text of a file. Undefined if it is not text: not UTF-8, or with control characters. */
export const textOfFile = async (file: Blob): Promise<string | undefined> => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return /[^\P{Cc}\t\r\n]/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
