/** The first bytes of files, by format. Undefined stands for any byte. */
const signatures: (number | undefined)[][] = [
  // JPEG (ITU-T T.81, B.2): start of image, and the next marker.
  [0xff, 0xd8, 0xff],
  // PNG (W3C, section 5.2).
  [0x89, ...bytesOf('PNG\r\n'), 0x1a, 0x0a],
  // GIF in both of its versions.
  bytesOf('GIF87a'),
  bytesOf('GIF89a'),
  // WebP (RFC 9649, section 2.4): a RIFF file of that form.
  [...bytesOf('RIFF'), undefined, undefined, undefined, undefined, ...bytesOf('WEBP')],
]

function bytesOf(text: string): number[] {
  return [...Buffer.from(text, 'latin1')]
}

/** True when a file starts like a JPEG, PNG, GIF or WebP. Its name and declared type do not count. */
export const isPicture = (file: Uint8Array): boolean =>
  signatures.some((signature) => signature.every((byte, index) => byte === undefined || file[index] === byte))
