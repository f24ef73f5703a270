import { encodeQR } from 'qr'

/** Modules of the border, which readers need (ISO/IEC 18004, section 5.3.8). */
const border = 4

/**
 * A text as a QR code in block characters, two modules a line. Terminals show light text on dark, so light modules are
 * the written ones; `onLight` is for terminals that write dark on light.
 */
export const qrText = (text: string, { onLight = false } = {}): string => {
  const modules = encodeQR(text, 'raw', { ecc: 'low', border })
  const isWritten = (row: number, column: number) => (modules[row]?.[column] ?? false) === onLight
  const lines = Array.from({ length: Math.ceil(modules.length / 2) }, (_, line) =>
    modules.map((_, column) => blocks[Number(isWritten(2 * line, column))]?.[Number(isWritten(2 * line + 1, column))]),
  )
  return lines.map((line) => line.join('').trimEnd()).join('\n')
}

/** The character for each pair: whether the upper half is written, then whether the lower half is. */
const blocks = [
  [' ', '▄'],
  ['▀', '█'],
]
