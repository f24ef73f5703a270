/** True for a text of at most so many characters. A letter that UTF-16 has in two parts is one character. */
export const isAtMost =
  (most: number) =>
  (text: string): boolean =>
    text.length <= most || [...text].length <= most
