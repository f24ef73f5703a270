/**
 * Mix mode: each UTF-8 byte of a sensitive field is XORed with 5 and written as hexadecimal, and the flags
 * `mix_mode=1` and `fixed_mix_mode=1` are added (spec section 5). It hides values from logs and proxies. It is not
 * encryption.
 */
export const flags = { mix_mode: 1, fixed_mix_mode: 1 } as const
const mask = 5

export const obfuscate = (text: string): string =>
  Buffer.from(Buffer.from(text, 'utf8').map((byte) => byte ^ mask)).toString('hex')

/** The text of an obfuscated value; undefined when the value is not obfuscated. */
export const reveal = (hex: string): string | undefined => {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(hex)) return undefined
  const bytes = Buffer.from(hex, 'hex').map((byte) => byte ^ mask)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Obfuscates the listed fields of an input. Adds the flags when the list is not empty. */
export const mix = (input: Record<string, unknown>, sensitive: readonly string[]): Record<string, unknown> => {
  if (sensitive.length === 0) return input
  const mixed = Object.entries(input).map(([field, value]) =>
    sensitive.includes(field) && value !== undefined
      ? [field, obfuscate(typeof value === 'string' ? value : JSON.stringify(value))]
      : [field, value],
  )
  return { ...Object.fromEntries(mixed), ...flags }
}

/**
 * Reverses {@link mix}. Input without the flags stays unchanged. A listed field that cannot be revealed becomes
 * undefined, so the row's schema refuses it.
 */
export const unmix = (input: Record<string, unknown>, sensitive: readonly string[]): Record<string, unknown> => {
  const { mix_mode, fixed_mix_mode, ...fields } = input
  if (String(mix_mode) !== '1' || String(fixed_mix_mode) !== '1') return fields
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) =>
      sensitive.includes(field) ? [field, typeof value === 'string' ? reveal(value) : undefined] : [field, value],
    ),
  )
}
